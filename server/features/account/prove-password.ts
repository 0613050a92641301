import { ACCOUNT_SENTENCES } from '#contract/account-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import type { Ctx } from '../../context.ts'
import { AppError, type Sentence } from '../../http/errors.ts'
import { awaitCountedTurn, countFailure, forgetFailures } from '../../http/login-throttle.ts'
import { verifyPassword } from '../../secrets/password-hash.ts'

/** A form that is wrong at one of its fields. */
export const wrongAt = (field: string, sentence: Sentence): AppError =>
  new AppError('invalid_request', { sentence, fields: { [field]: sentence } })

/**
 * Asks for the present password: an open screen is not enough for what decides who can log in. Guesses count as those at the login
 * page do.
 * @throws AppError at the field passCurrent, or account_locked
 */
export async function provePassword(ctx: Ctx, password: string | undefined): Promise<void> {
  const { email, password_hash } = await ctx.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow()
  if (password_hash === null) throw wrongAt('passCurrent', ACCOUNT_SENTENCES.noPassword)
  if (!password) throw wrongAt('passCurrent', FIELD_SENTENCES.required)
  await awaitCountedTurn(ctx, email)
  if (!(await verifyPassword(password_hash, password))) {
    await countFailure(ctx, 'address', email)
    throw wrongAt('passCurrent', ACCOUNT_SENTENCES.wrongPassword)
  }
  await forgetFailures(ctx, email)
}
