import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, changesSomething, isOfWholePortal } from '#contract/call.ts'
import { COMPANY_SENTENCES } from '#contract/companies/company-messages.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { setWorkingCompany, WORKING_COMPANY_HEADER } from '#contract/identity/working-company.calls.ts'
import { endPortalView } from '#contract/users/portal-view.calls.ts'
import { isApiKey } from '#domain/api-keys.ts'
import { AppError } from '../app-error.ts'
import type { Actor, RequestContext } from '../context.ts'
import { actorOfApiKey, requireOpenToKeys } from './api-key.ts'
import type { Http } from './cookies.ts'
import { type InnerCall, innerCallOf } from './inner-calls.ts'
import { actorOfRequest } from './login-session.ts'
import { limitApiKeyRate, limitPersonRate } from './request-rate.ts'

function mayCall(actor: Actor, access: Call['access']): boolean {
  if (access === 'public' || access === 'login') return true
  return access === 'admin' ? actor.isAdmin : actor.permits.includes(access)
}

/**
 * Read-only actors change nothing: an administrator in portal view, and users of a blocked company, who may change only their own
 * account (password, sessions).
 */
function requireMayChange(actor: Actor, call: Call): void {
  if (!changesSomething(call)) return
  if (actor.viewer && call !== endPortalView) throw new AppError('viewing_only')
  if (actor.isBlocked && call.access !== 'login') throw new AppError('company_blocked')
}

/** While one company is shown, nothing is offered that concerns all of them. */
function requireWholePortal({ home }: Actor, call: Call): void {
  if (home && isOfWholePortal(call)) throw new AppError('not_allowed', { sentence: COMPANY_SENTENCES.ofAll })
}

/**
 * A page that shows another company than the session works in reads and changes nothing: another tab has switched, or the company is
 * no longer below the person's own.
 */
function requireSameCompany({ home, companyId }: Actor, call: Call, request: FastifyRequest): void {
  const shown = request.headers[WORKING_COMPANY_HEADER]
  if (shown === undefined || call === getSession || call === setWorkingCompany) return
  if (shown !== String(home ? companyId : 0)) throw new AppError('other_company')
}

interface Asked {
  readonly request: FastifyRequest
  /** undefined for a request that has been counted */
  readonly reply: FastifyReply | undefined
}

async function authorisePerson(ctx: RequestContext, call: Call, { request, reply }: Asked): Promise<Actor> {
  const actor = await actorOfRequest(ctx, request)
  requireSameCompany(actor, call, request)
  if (reply) await limitPersonRate(ctx, actor, reply)
  return actor
}

/** By a company's API key instead of a session. */
async function authoriseKey(ctx: RequestContext, call: Call, key: string, { reply }: Asked): Promise<Actor> {
  const actor = await actorOfApiKey(ctx, key)
  if (reply && actor.apiKeyId !== undefined) await limitApiKeyRate(ctx, actor.apiKeyId, reply)
  if (call.access !== 'public') requireOpenToKeys(call)
  return actor
}

/** Through a door for programs: see inner-calls.ts. What an API key asks there has been counted at the door. */
async function authoriseInner(ctx: RequestContext, call: Call, { caller, body }: InnerCall, { reply }: Asked): Promise<Actor> {
  const { actor } = caller
  if (reply && actor.apiKeyId === undefined) await limitPersonRate(ctx, actor, reply)
  caller.requireMayAsk(call, body)
  return actor
}

/** Of those who call with a name of their own: through a door, or a company's API key. */
async function authoriseProgram(ctx: RequestContext, call: Call, name: string, asked: Asked): Promise<Actor> {
  const inner = innerCallOf(ctx, name)
  return inner ? authoriseInner(ctx, call, inner, asked) : authoriseKey(ctx, call, name, asked)
}

/**
 * The caller, if the call is allowed; undefined for public calls. The header x-api-key says which client calls: the page's fixed
 * key protects nothing by itself, but no plain link or foreign form can send it.
 */
async function authorise(ctx: RequestContext, call: Call, asked: Asked): Promise<Actor | undefined> {
  const { request } = asked
  const key = request.headers['x-api-key']
  const isPage = key === ctx.config.WEB_API_KEY
  const isProgram = typeof key === 'string' && (isApiKey(key) || innerCallOf(ctx, key) !== undefined)
  if (!isPage && !isProgram) throw new AppError('invalid_api_key')
  if (call.access === 'public' && (isPage || (isProgram && call.takesNewKey))) return undefined
  const actor = isPage ? await authorisePerson(ctx, call, asked) : await authoriseProgram(ctx, call, String(key), asked)
  if (call.access === 'public') return undefined
  if (!mayCall(actor, call.access)) throw new AppError('not_allowed')
  requireWholePortal(actor, call)
  requireMayChange(actor, call)
  return actor
}

/** A right that is revoked while a body arrives is gone after this, as in caches of sessions. */
const ADMITTED_MS = 2_000

interface Admitted {
  readonly caller: Actor | undefined
  readonly at: number
}

const admitted = new WeakMap<FastifyRequest, Admitted>()

/**
 * Authorises and counts a request before its body is read: who may not call can not make the server hold and parse what they send.
 * @throws AppError
 */
export async function admit(ctx: RequestContext, call: Call, http: Http): Promise<void> {
  const caller = await authorise(ctx, call, http)
  admitted.set(http.request, { caller, at: ctx.clock().getTime() })
}

/**
 * The caller of an admitted request when its body is there; undefined for public calls. 40 MiB may take three quarters of an hour.
 * @throws AppError when the call is no longer allowed
 */
export async function admittedCaller(ctx: RequestContext, call: Call, request: FastifyRequest): Promise<Actor | undefined> {
  const known = admitted.get(request)
  if (known && ctx.now.getTime() - known.at < ADMITTED_MS) return known.caller
  return authorise(ctx, call, { request, reply: undefined })
}

/** Whether the caller of a running call is still authorised. The check does not count as activity, nor as a request of a key. */
export async function isStillAuthorised(ctx: RequestContext, call: Call, request: FastifyRequest): Promise<boolean> {
  const key = String(request.headers['x-api-key'])
  try {
    const actor = isApiKey(key) ? await actorOfApiKey(ctx, key) : await actorOfRequest(ctx, request, { isPassive: true })
    return mayCall(actor, call.access)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
