import type { FastifyRequest } from 'fastify'
import { type Call, changesSomething } from '#contract/call.ts'
import { endPortalView } from '#contract/portal-view.calls.ts'
import type { Actor, RequestContext } from '../context.ts'
import { AppError } from './errors.ts'
import { actorOfRequest } from './login-session.ts'

/** Which client speaks. It protects nothing by itself, but no plain link or foreign form can send it. */
function checkApiKey(ctx: RequestContext, request: FastifyRequest): void {
  if (request.headers['x-api-key'] !== ctx.config.WEB_API_KEY) throw new AppError('invalid_api_key')
}

function mayCall(actor: Actor, access: Call['access']): boolean {
  if (access === 'public' || access === 'login') return true
  return access === 'admin' ? actor.isAdmin : actor.permits.includes(access)
}

/**
 * Who only looks changes nothing: an administrator who sees the portal as a user does, and people of a blocked company, who keep what
 * is their own business (their password, their sessions).
 */
function requireMayChange(actor: Actor, call: Call): void {
  if (!changesSomething(call)) return
  if (actor.viewer && call !== endPortalView) throw new AppError('viewing_only')
  if (actor.isBlocked && call.access !== 'login') throw new AppError('company_blocked')
}

/** The caller, if the call may be made at all; undefined for public calls. */
export async function authorise(ctx: RequestContext, call: Call, request: FastifyRequest): Promise<Actor | undefined> {
  checkApiKey(ctx, request)
  if (call.access === 'public') return undefined
  const actor = await actorOfRequest(ctx, request)
  if (!mayCall(actor, call.access)) throw new AppError('not_allowed')
  requireMayChange(actor, call)
  return actor
}

/** Whether the caller of a call that goes on may still make it. Asking does not count as being at work. */
export async function mayGoOn(ctx: RequestContext, call: Call, request: FastifyRequest): Promise<boolean> {
  try {
    return mayCall(await actorOfRequest(ctx, request, { isPassive: true }), call.access)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
