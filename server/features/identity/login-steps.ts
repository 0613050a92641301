import { ERROR_SENTENCES } from '#contract/messages.ts'
import type { Actor, RequestContext } from '../../context.ts'
import { audit } from '../../db/audit.ts'
import { AppError } from '../../http/errors.ts'
import { type Http, type LoginMethod, loadActor, openLoginSession } from '../../http/login-session.ts'
import { awaitCountedTurn, countFailure, forgetFailures } from '../../http/login-throttle.ts'
import { closePendingLogins, openPendingLogin, requirePendingLogin } from './pending-logins.ts'
import { secondFactorNeed, takeCode, type UsedCode } from './second-factor.ts'
import { tellOf } from './tell.ts'

interface FirstFactor {
  readonly method: LoginMethod
  /** the provider says that it has asked for more than a password */
  readonly isStrong?: boolean
}

/**
 * Logs somebody in who has proved the first factor. Where a second one is needed no session is opened: throws second_factor_required
 * or second_factor_enrolment, and a cookie lets the browser do that step within ten minutes.
 */
export async function passFirstFactor(
  ctx: RequestContext,
  userId: number,
  { method, isStrong = false }: FirstFactor,
  http: Http,
): Promise<Actor> {
  const need = isStrong ? 'nothing' : await secondFactorNeed(ctx, userId)
  if (need === 'nothing') return completeLogin(ctx, { userId, method }, http)
  await openPendingLogin(ctx, userId, method, http)
  throw new AppError(need === 'code' ? 'second_factor_required' : 'second_factor_enrolment')
}

export const wrongCode = (): AppError => new AppError('wrong_code', { fields: { code: ERROR_SENTENCES.wrong_code } })

/** The second step: a code of the app, or a recovery code. */
export async function passSecondFactor(ctx: RequestContext, code: string, http: Http): Promise<Actor> {
  const { userId, email, method } = await requirePendingLogin(ctx, http.request)
  await awaitCountedTurn(ctx, email)
  const used = await takeCode(ctx, userId, code)
  if (!used) {
    await countFailure(ctx, 'address', email)
    throw wrongCode()
  }
  const actor = await completeLogin(ctx, { userId, method, secondFactor: used }, http)
  if (used === 'recovery_code') await tellOf({ ...ctx, actor }, actor, 'recovery_code_used')
  return actor
}

interface Proved {
  readonly userId: number
  readonly method: LoginMethod
  readonly secondFactor?: UsedCode
}

/** Opens the login session of somebody who has proved all that was asked for. */
export async function completeLogin(ctx: RequestContext, { userId, method, secondFactor }: Proved, http: Http): Promise<Actor> {
  const actor = await loadActor(ctx, userId)
  await forgetFailures(ctx, actor.email)
  await closePendingLogins(ctx, userId, http)
  await openLoginSession(ctx, userId, method, http)
  const after = { method, ...(secondFactor && { secondFactor }) }
  await audit(ctx.db, { ...ctx, actor }, { action: 'login_session.opened', entity: 'user', entityId: String(userId), after })
  return actor
}
