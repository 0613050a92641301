import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SECURITY_DONE } from '#contract/identity/security-messages.ts'
import * as calls from '#contract/identity/sign-on.calls.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { AppError } from '#server/app-error.ts'
import type { RequestContext, Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import type { Http } from '#server/http/cookies.ts'
import { requestContext, serve } from '#server/http/serve.ts'
import { passFirstFactor } from '../login-steps.ts'
import { providerSessionOf } from './end-provider-session.ts'
import { findSignedOnUser } from './find-signed-on-user.ts'
import { storeHandshake, takeHandshake } from './handshake-cookie.ts'
import { addressAtProvider, identityFrom, newHandshake, openProvider, SignOnError } from './provider.ts'
import { logoutPath, registerProviderLogout } from './provider-logout.routes.ts'
import { type ProviderAddresses, readSettings, removeSettings, saveSettings } from './settings.commands.ts'
import { signOnOfCompany, signOnOfDomain } from './settings.queries.ts'

const RETURN_PATH = '/sign-on/callback'

const addressOf = (path: string, { config }: Services, request: FastifyRequest): string =>
  new URL(path, config.PUBLIC_URL ?? `${request.protocol}://${request.host}`).href

/** The redirect address. The provider accepts only the registered one. */
const returnAddress = (services: Services, request: FastifyRequest): string => addressOf(RETURN_PATH, services, request)

/** The addresses to register at the provider. */
const addressesFor = (companyId: number, services: Services, request: FastifyRequest): ProviderAddresses => ({
  returnAddress: returnAddress(services, request),
  logoutAddress: addressOf(logoutPath(companyId), services, request),
})

export function registerSignOn(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.findSignOn, async ({ db }, { params }) => {
    const settings = await signOnOfDomain(db, params.domain)
    return { signsOn: settings !== undefined, passwordLogin: settings?.passwordLogin ?? true }
  })
  serve(app, services, calls.getCompanySignOn, (ctx, { params }, { request }) =>
    readSettings(ctx, params.companyId, addressesFor(params.companyId, ctx, request)),
  )
  serve(app, services, calls.saveCompanySignOn, async (ctx, { params, body }, http) => {
    const addresses = addressesFor(params.companyId, ctx, http.request)
    return new WithMessage(await saveSettings(ctx, params.companyId, body, { addresses, http }), SECURITY_DONE.signOnSaved)
  })
  serve(app, services, calls.removeCompanySignOn, async (ctx, { params, body }, http) => {
    const addresses = addressesFor(params.companyId, ctx, http.request)
    return new WithMessage(await removeSettings(ctx, params.companyId, body, { addresses, http }), SECURITY_DONE.signOnRemoved)
  })
  servePages(app, services)
  registerProviderLogout(app, services)
}

/** The browser navigates to these. They also exist below /api, for the development proxy, which forwards only that. */
function servePages(app: FastifyInstance, services: Services): void {
  const navigate = (url: string, lead: (ctx: RequestContext, http: Http) => Promise<string>) => {
    app.get(url, async (request, reply) => {
      const ctx = requestContext(services, request, undefined)
      const address = await lead(ctx, { request, reply }).catch((error: unknown) => {
        if (!(error instanceof SignOnError)) throw error
        request.log.warn({ err: error, cause: String(error.cause ?? '') }, 'sign-on failed')
        return loginAddress({ signOn: error.failure })
      })
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address)
    })
  }
  for (const prefix of ['', '/api']) {
    navigate(`${prefix}${RETURN_PATH}`, finishSignOn)
    navigate(`${prefix}/sign-on/:domain`, beginSignOn)
  }
}

const loginAddress = (search: Record<string, string>): string => `/login?${new URLSearchParams(search)}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function beginSignOn(ctx: RequestContext, http: Http): Promise<string> {
  const { params, query } = http.request as { params: { domain?: string }; query: { to?: unknown } }
  const settings = await signOnOfDomain(ctx.db, textOf(params.domain))
  if (!settings) throw new SignOnError('unknown_domain')
  const provider = await openProvider(ctx, settings)
  const handshake = newHandshake(settings.companyId)
  storeHandshake(ctx, { handshake, to: safeReturnPath(textOf(query.to)) }, http)
  return (await addressAtProvider(provider, handshake, returnAddress(ctx, http.request))).href
}

async function finishSignOn(ctx: RequestContext, http: Http): Promise<string> {
  const { handshake, to } = takeHandshake(ctx, http)
  const settings = await signOnOfCompany(ctx.db, handshake.companyId)
  if (!settings) throw new SignOnError('expired')
  const cameBack = new URL(returnAddress(ctx, http.request))
  cameBack.search = new URL(http.request.url, cameBack).search
  const identity = await identityFrom(await openProvider(ctx, settings), handshake, cameBack)
  const userId = await findSignedOnUser(ctx, handshake.companyId, identity)
  try {
    const { isStrong, session } = identity
    const providerSession = providerSessionOf(handshake.companyId, session)
    await passFirstFactor(ctx, userId, { method: 'sign_on', isStrong, providerSession }, http)
    return to
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'second_factor_required') return loginAddress({ step: 'code', to })
    if (error.code === 'second_factor_enrolment') return loginAddress({ step: 'enrolment', to })
    throw error
  }
}
