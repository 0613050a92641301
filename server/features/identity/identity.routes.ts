import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getAddress, getClientConfig, getSession, logIn } from '#contract/identity/identity.calls.ts'
import { findWorkingCompanies, setWorkingCompany } from '#contract/identity/working-company.calls.ts'
import type { Services } from '#server/context.ts'
import { keepWorkingCompany } from '#server/http/login-session.ts'
import { OF_PERSON, requestContext, serve } from '#server/http/serve.ts'
import type { MapFiles } from '#server/maps/map-files.ts'
import { companyChoices } from '#server/records/company-choices.ts'
import { logInWithPassword, logOut } from './identity.commands.ts'
import { listCountries, sessionOf } from './identity.queries.ts'
import { registerSecurity } from './security.routes.ts'
import { registerSignOn } from './sign-on/sign-on.routes.ts'

/**
 * Whether a request comes from a link of another site: cookies of SameSite=Lax are sent with it. A browser that does not say so is
 * trusted.
 */
const isForeign = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

export function registerIdentity(app: FastifyInstance, services: Services, { settings: map }: MapFiles): void {
  registerSecurity(app, services)
  registerSignOn(app, services)
  serve(app, services, getSession, (ctx) => sessionOf(ctx, ctx.actor))
  serve(app, services, logIn, async (ctx, { body }, http) => sessionOf(ctx, await logInWithPassword(ctx, body, http)))
  serve(app, services, findWorkingCompanies, (ctx, { query }) => companyChoices(ctx, { ...query, isBelow: true }), OF_PERSON)
  serve(
    app,
    services,
    setWorkingCompany,
    async (ctx, { body }, http) => {
      await keepWorkingCompany(ctx, body.companyId, http)
      return null
    },
    OF_PERSON,
  )
  serve(app, services, getAddress, (ctx) => listCountries(ctx))

  serve(app, services, getClientConfig, async ({ config }) => ({
    supportChatUrl: config.SUPPORT_CHAT_URL ?? null,
    map,
    manualsUrl: config.MANUALS_URL ?? null,
    demo: config.SEED === 'demo',
  }))

  // The page navigates here; the second path is for the development proxy, which forwards /api only.
  for (const url of ['/logout', '/api/logout']) {
    app.get(url, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (isForeign(request)) return reply.redirect('/log-out')
      await logOut(requestContext(services, request, undefined), { request, reply })
      return reply.redirect('/login')
    })
  }
}
