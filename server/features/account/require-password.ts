import { ACCOUNT_SENTENCES } from '#contract/account/account-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { clearAccountFailures, startLoginAttempt } from '#server/http/login-throttle.ts'
import { redeemCode, secondFactorNeed, wrongCode } from '#server/http/second-factor.ts'
import { verifyPassword } from '#server/secrets/password-hash.ts'

/** The passwords and code of a form. */
interface PasswordInput {
  readonly passCurrent?: string | undefined
  readonly code?: string | undefined
}

/**
 * Requires the current password, and the code of a second factor: an unattended screen must not suffice to change who can log in.
 * Failures count as those of logging in do.
 * @throws AppError at the field passCurrent or code, or account_locked
 */
export async function requireCurrentPassword(ctx: Ctx, { passCurrent, code }: PasswordInput): Promise<void> {
  const { userId } = ctx.actor
  const { email, password_hash } = await ctx.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const needsCode = (await secondFactorNeed(ctx, userId)) === 'code'
  if (password_hash === null) throw invalidField('passCurrent', ACCOUNT_SENTENCES.noPassword)
  if (!passCurrent) throw invalidField('passCurrent', FIELD_SENTENCES.required)
  if (needsCode && !code) throw invalidField('code', FIELD_SENTENCES.required)
  const turn = await startLoginAttempt(ctx, email)
  if (!(await verifyPassword(password_hash, passCurrent))) {
    await turn.fail()
    throw invalidField('passCurrent', ACCOUNT_SENTENCES.wrongPassword)
  }
  if (needsCode && !(await redeemCode(ctx, userId, code ?? ''))) {
    await turn.fail()
    throw wrongCode()
  }
  await turn.succeed()
  await clearAccountFailures(ctx, email)
}
