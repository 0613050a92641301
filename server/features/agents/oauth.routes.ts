import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext, Services } from '../../context.ts'
import { requestContext } from '../../http/serve.ts'
import { PATHS } from './addresses.ts'
import { registerClient } from './clients.ts'
import { issueTokens, revokeToken } from './issue-tokens.ts'
import { registerMetadata } from './metadata.ts'
import { OAuthFailure } from './oauth-error.ts'

/** Names and addresses of a client, or a token and its verifier. */
const BODY_LIMIT = 16 * 1024

type Work = (ctx: RequestContext, request: FastifyRequest) => Promise<object | undefined>

/** What clients call themselves, in OAuth's forms: form bodies in, plain JSON out, errors in OAuth's words. */
export function registerOAuth(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)))
    })
    registerMetadata(scope, services)
    const post = (path: string, work: Work, status = 200) =>
      scope.post(path, { bodyLimit: BODY_LIMIT }, (request, reply) => answer(services, { request, reply }, work, status))
    post(PATHS.register, register, 201)
    post(PATHS.token, (ctx, request) => issueTokens(ctx, formOf(request), request))
    post(PATHS.revoke, async (ctx, request) => {
      await revokeToken(ctx, formOf(request))
      return undefined
    })
  })
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  if (!(body instanceof URLSearchParams)) throw new OAuthFailure('invalid_request', 'the body must be a form')
  for (const name of new Set(body.keys())) {
    if (body.getAll(name).length > 1) throw new OAuthFailure('invalid_request', `${name} is repeated`)
  }
  return body
}

async function register(ctx: RequestContext, { body }: FastifyRequest) {
  const client = await registerClient(ctx, body instanceof URLSearchParams ? undefined : body)
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

async function answer(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: Work,
  status: number,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  try {
    return reply.code(status).send((await work(requestContext(services, request, undefined), request)) ?? '')
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    return reply.code(error.status).send({ error: error.code, error_description: error.message })
  }
}
