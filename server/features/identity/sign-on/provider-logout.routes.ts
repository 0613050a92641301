import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../../context.ts'
import { requestContext } from '../../../http/serve.ts'
import { endProviderSession } from './end-provider-session.ts'
import { LogoutTokenError, readLogoutToken } from './logout-token.ts'
import { openProvider, SignOnError } from './provider.ts'
import { signOnOfCompany } from './settings.queries.ts'

/** A token of a kilobyte or two, and what stands around it. */
const BODY_LIMIT = 16 * 1024

/** Where a company's provider says that somebody has been logged out there. */
export const logoutPath = (companyId: number | string): string => `/sign-on/logout/${companyId}`

/**
 * Providers speak to it themselves, without our client key and as forms (OpenID Connect Back-Channel Logout 1.0, section 2.5). What is
 * wrong is told in the words of OAuth, and no more of it than that.
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
    await takeLogout(services, request)
    return reply.code(200).send()
  } catch (error) {
    if (!(error instanceof LogoutTokenError || error instanceof SignOnError)) throw error
    request.log.warn({ err: error, cause: String(error.cause ?? '') }, 'logout of a provider refused')
    return reply.code(400).send({ error: 'invalid_request' })
  }
}

async function takeLogout(services: Services, request: FastifyRequest): Promise<void> {
  const { companyId } = request.params as { companyId: string }
  const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
  const settings = /^[1-9]\d{0,8}$/.test(companyId) ? await signOnOfCompany(services.db, Number(companyId)) : undefined
  if (!settings || !token) throw new LogoutTokenError('no token, or no such company')
  const ctx = requestContext(services, request, undefined)
  const provider = await openProvider(ctx, settings)
  const logout = await readLogoutToken(provider, token, ctx.now)
  await endProviderSession(ctx, { ...logout, companyId: settings.companyId, issuer: settings.issuer })
}
