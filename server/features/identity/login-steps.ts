import { AppError } from '#server/app-error.ts'
import { contextOf } from '#server/cells/cell-context.ts'
import type { Actor, RequestContext } from '#server/context.ts'
import { loadActor } from '#server/http/actor.ts'
import type { Http } from '#server/http/cookies.ts'
import { type LoginOrigin, openLoginSession } from '#server/http/login-session.ts'
import { clearAccountFailures, startLoginAttempt } from '#server/http/login-throttle.ts'
import { type CodeKind, redeemCode, secondFactorNeed, wrongCode } from '#server/http/second-factor.ts'
import { audit } from '#server/records/audit.ts'
import { notifySecondFactorChange } from './notify-second-factor.ts'
import { closePendingLogins, createPendingLogin, requirePendingLogin } from './pending-logins.ts'

interface FirstFactor extends LoginOrigin {
  /** the provider reports that it asked for more than a password */
  readonly isStrong?: boolean
}

/**
 * Logs a user in after the first factor. Where a second one is needed no session is opened: throws second_factor_required or
 * second_factor_enrolment, and a cookie allows that step within ten minutes.
 */
export async function passFirstFactor(
  ctx: RequestContext,
  userId: number,
  { isStrong = false, ...origin }: FirstFactor,
  http: Http,
): Promise<Actor> {
  const need = isStrong ? 'nothing' : await secondFactorNeed(ctx, userId)
  if (need === 'nothing') return completeLogin(ctx, { userId, origin }, http)
  await createPendingLogin(ctx, userId, origin, http)
  throw new AppError(need === 'code' ? 'second_factor_required' : 'second_factor_enrolment')
}

/** The second step: a code of the app, or a recovery code. */
export async function passSecondFactor(ctx: RequestContext, code: string, http: Http): Promise<Actor> {
  const { userId, email, origin } = await requirePendingLogin(ctx, http.request)
  const turn = await startLoginAttempt(ctx, email)
  const used = await redeemCode(ctx, userId, code)
  if (!used) {
    await turn.fail()
    throw wrongCode()
  }
  await turn.succeed()
  const actor = await completeLogin(ctx, { userId, origin, secondFactor: used }, http)
  if (used === 'recovery_code') await notifySecondFactorChange(await contextOf(ctx, actor), actor, 'recovery_code_used')
  return actor
}

interface VerifiedLogin {
  readonly userId: number
  readonly origin: LoginOrigin
  readonly secondFactor?: CodeKind
}

/** Opens the login session after all required factors. */
export async function completeLogin(
  ctx: RequestContext,
  { userId, origin, secondFactor }: VerifiedLogin,
  http: Http,
): Promise<Actor> {
  const actor = await loadActor(ctx, userId)
  await clearAccountFailures(ctx, actor.email)
  await closePendingLogins(ctx, userId, http)
  await openLoginSession(ctx, userId, origin, http)
  const after = { method: origin.method, ...(secondFactor && { secondFactor }) }
  const inside = await contextOf(ctx, actor)
  await audit(inside.db, inside, { action: 'login_session.opened', entity: 'user', entityId: String(userId), after })
  return actor
}
