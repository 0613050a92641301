import type { Actor, Ctx, RequestContext } from '../../context.ts'
import { inTransaction } from '../../context.ts'
import { audit } from '../../db/audit.ts'
import { AppError } from '../../http/errors.ts'
import type { Http } from '../../http/login-session.ts'
import { awaitTurn, recordFailure } from '../../http/login-throttle.ts'
import { verifyPassword } from '../../secrets/password-hash.ts'
import { findPopup } from './identity.queries.ts'
import { passFirstFactor } from './login-steps.ts'
import { signOnOfEmail } from './sign-on/settings.queries.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * The first step of logging in, and the only one without a second factor. Whatever is wrong with the credentials, the answer is the same
 * and takes as long. Where a company has given passwords up, that is told by the domain alone: no account is looked at.
 */
export async function logInWithPassword(ctx: RequestContext, credentials: Credentials, http: Http): Promise<Actor> {
  const email = credentials.email.toLowerCase()
  await awaitTurn(ctx, email)
  if ((await signOnOfEmail(ctx.db, email))?.passwordLogin === false) throw new AppError('sign_on_required')
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'password_hash'])
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyPassword(user?.password_hash, credentials.password)) || !user) {
    await recordFailure(ctx, email)
    throw new AppError('wrong_credentials')
  }
  return passFirstFactor(ctx, user.user_id, { method: 'password' }, http)
}

/** The popup is not flagged to this user again. */
export async function seePopup(ctx: Ctx, name: string): Promise<void> {
  if (!(await findPopup(ctx, name))) throw new AppError('not_found')
  await inTransaction(ctx, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('popup_views')
      .values({ popup_name: name, user_id: ctx.actor.userId, seen_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) await audit(trx, ctx, { action: 'popup.seen', entity: 'popup', entityId: name })
  })
}
