import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_SCOPES } from '#domain/agents.ts'
import { CAMARA_SCOPE_NAMES } from '#domain/camara-scopes.ts'
import { AppError } from '#server/app-error.ts'
import type { RequestContext, Services } from '#server/context.ts'
import type { Http } from '#server/http/cookies.ts'
import { issuerOf, PATHS, type Resource, resourceMetadata, resourceOf } from '#server/http/oauth-addresses.ts'
import { requestContext } from '#server/http/serve.ts'
import { allowBrowserClients } from './browser-clients.ts'
import { issueKeyToken, revokeKeyToken } from './client-credentials.ts'
import { registerClient } from './clients.ts'
import { GRANT_TYPES, issueTokens, OF_KEYS, revokeToken } from './issue-tokens.ts'
import { OAuthFailure } from './oauth-error.ts'

/** Names and addresses of a client, or a token and its verifier. */
const BODY_LIMIT = 16 * 1024

type Work = (ctx: RequestContext, http: Http) => Promise<object | undefined>

/** What clients call themselves, in OAuth's forms: form bodies in, plain JSON out, errors in OAuth's words. */
export function registerOAuth(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    allowBrowserClients(scope)
    const form = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)))
    })
    registerMetadata(scope, services)
    const post = (path: string, work: Work, status = 200) =>
      scope.post(path, { bodyLimit: BODY_LIMIT }, (request, reply) => answer(services, { request, reply }, work, status))
    post(PATHS.register, register, 201)
    post(PATHS.token, (ctx, http) => {
      const form = formOf(http.request)
      return form.get('grant_type') === OF_KEYS ? issueKeyToken(ctx, form, http) : issueTokens(ctx, form, http.request)
    })
    post(PATHS.revoke, async (ctx, { request }) => {
      const form = formOf(request)
      await revokeKeyToken(ctx, form, { request })
      await revokeToken(ctx, form)
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

async function register(ctx: RequestContext, { request: { body } }: Http) {
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

async function answer(services: Services, { request, reply }: Http, work: Work, status: number): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  try {
    return reply.code(status).send((await work(requestContext(services, request, undefined), { request, reply })) ?? '')
  } catch (error) {
    if (error instanceof AppError && error.retryAfterS !== undefined) {
      reply.header('retry-after', error.retryAfterS)
      return reply.code(429).send({ error: 'temporarily_unavailable', error_description: error.sentence.en })
    }
    if (!(error instanceof OAuthFailure)) throw error
    if (error.status === 401) reply.header('www-authenticate', 'Basic realm="enlace"')
    return reply.code(error.status).send({ error: error.code, error_description: error.message })
  }
}

/** Agents have no secret, API keys are one. */
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post']

/**
 * Where clients begin: what /mcp and /camara are protected by (RFC 9728), and how our authorisation server works (RFC 8414). That of /mcp
 * also stands where it would without a path: clients try that, too.
 */
function registerMetadata(app: FastifyInstance, services: Services): void {
  const describe = (path: string, resource: Resource, scopes: readonly string[]) =>
    app.get(path, async (request) => ({
      resource: resourceOf(services, request, resource),
      authorization_servers: [issuerOf(services, request)],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Enlace',
    }))
  describe('/.well-known/oauth-protected-resource', PATHS.mcp, AGENT_SCOPES)
  describe(resourceMetadata(PATHS.mcp), PATHS.mcp, AGENT_SCOPES)
  describe(resourceMetadata(PATHS.camara), PATHS.camara, CAMARA_SCOPE_NAMES)
  app.get('/.well-known/oauth-authorization-server', async (request) => {
    const issuer = issuerOf(services, request)
    return {
      issuer,
      authorization_endpoint: issuer + PATHS.authorize,
      token_endpoint: issuer + PATHS.token,
      registration_endpoint: issuer + PATHS.register,
      revocation_endpoint: issuer + PATHS.revoke,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: AUTH_METHODS,
      revocation_endpoint_auth_methods_supported: AUTH_METHODS,
      scopes_supported: [...AGENT_SCOPES, ...CAMARA_SCOPE_NAMES],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ui_locales_supported: ['es', 'en'],
    }
  })
}
