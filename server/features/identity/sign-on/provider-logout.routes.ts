import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/context.ts'
import { requestContext } from '#server/http/serve.ts'
import { endProviderSession } from './end-provider-session.ts'
import { LogoutTokenError, readLogoutToken } from './logout-token.ts'
import { openProvider, SignOnError } from './provider.ts'
import { signOnOfCompany } from './settings.queries.ts'

/** A token takes a kilobyte or two. */
const BODY_LIMIT = 16 * 1024

/** The path for logouts of a company's provider. */
export const logoutPath = (companyId: number | string): string => `/sign-on/logout/${companyId}`

/**
 * Providers call it themselves, without our client key and as forms (OpenID Connect Back-Channel Logout 1.0, section 2.5). Errors
 * are answered in OAuth's terms, without further details.
 */
export function registerProviderLogout(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)))
    })
    scope.post(logoutPath(':companyId'), (request, reply) => logOut(services, request, reply))
  })
}

async function logOut(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  try {
    await handleLogout(services, request)
    return reply.code(200).send()
  } catch (error) {
    if (!(error instanceof LogoutTokenError || error instanceof SignOnError)) throw error
    request.log.warn({ err: error, cause: String(error.cause ?? '') }, 'logout of a provider rejected')
    return reply.code(400).send({ error: 'invalid_request' })
  }
}

async function handleLogout(services: Services, request: FastifyRequest): Promise<void> {
  const { companyId } = request.params as { companyId: string }
  const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
  const settings = /^[1-9]\d{0,8}$/.test(companyId) ? await signOnOfCompany(services.db, Number(companyId)) : undefined
  if (!settings || !token) throw new LogoutTokenError('no token, or no such company')
  const ctx = requestContext(services, request, undefined)
  const provider = await openProvider(ctx, settings)
  const logout = await readLogoutToken(provider, token, ctx.now)
  await endProviderSession(ctx, { ...logout, companyId: settings.companyId, issuer: settings.issuer })
}
