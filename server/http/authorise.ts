import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
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

/** The caller, if the call may be made at all; undefined for public calls. */
export async function authorise(ctx: RequestContext, call: Call, request: FastifyRequest): Promise<Actor | undefined> {
  checkApiKey(ctx, request)
  if (call.access === 'public') return undefined
  const actor = await actorOfRequest(ctx, request)
  if (!mayCall(actor, call.access)) throw new AppError('not_allowed')
  return actor
}
