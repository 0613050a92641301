import { AppError } from '#server/app-error.ts'
import { contextOf } from '#server/cells/cell-context.ts'
import type { Actor, RequestContext } from '#server/context.ts'
import { loadActor } from '#server/http/actor.ts'
import type { Http } from '#server/http/cookies.ts'
import { closeLoginSession } from '#server/http/login-session.ts'
import { startLoginAttempt } from '#server/http/login-throttle.ts'
import { audit } from '#server/records/audit.ts'
import { signOnOnlyDomain } from '#server/records/sign-in-link.ts'
import { verifyPassword } from '#server/secrets/password-hash.ts'
import { passFirstFactor } from './login-steps.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * The first step of logging in, and the only one without a second factor. Wrong credentials get the same answer after the same
 * time, whatever is wrong. Whether a company requires sign-on depends on the domain alone: no account is read.
 */
export async function logInWithPassword(ctx: RequestContext, credentials: Credentials, http: Http): Promise<Actor> {
  const email = credentials.email.toLowerCase()
  if (await signOnOnlyDomain(ctx.db, email)) throw new AppError('sign_on_required')
  const turn = await startLoginAttempt(ctx, email)
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'password_hash'])
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyPassword(user?.password_hash, credentials.password)) || !user) {
    await turn.fail()
    throw new AppError('wrong_credentials')
  }
  await turn.succeed()
  return passFirstFactor(ctx, user.user_id, { method: 'password' }, http)
}

/** Ends the request's login session. */
export async function logOut(ctx: RequestContext, http: Http): Promise<void> {
  const userId = await closeLoginSession(ctx, http)
  if (userId === undefined) return
  const inside = await contextOf(ctx, await loadActor(ctx, userId))
  await audit(inside.db, inside, { action: 'login_session.closed', entity: 'user', entityId: String(userId) })
}
