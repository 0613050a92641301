import { ERROR_SENTENCES } from '#contract/messages.ts'
import { typedCode } from '#domain/second-factor.ts'
import { AppError } from '../app-error.ts'
import type { RequestContext } from '../context.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** The context under which an app's secret is sealed. */
export const secondFactorContext = (userId: number): string => `second-factor:${userId}`

/** What a user who has passed the first factor needs next. */
export type SecondFactorNeed = 'nothing' | 'code' | 'enrolment'

export async function secondFactorNeed({ db }: RequestContext, userId: number): Promise<SecondFactorNeed> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .leftJoin('second_factors as f', 'f.user_id', 'u.user_id')
    .select(['c.second_factor_required', 'f.confirmed_at'])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (row.confirmed_at) return 'code'
  return row.second_factor_required ? 'enrolment' : 'nothing'
}

export type CodeKind = 'app' | 'recovery_code'

export const wrongCode = (): AppError => new AppError('wrong_code', { fields: { code: ERROR_SENTENCES.wrong_code } })

/**
 * Redeems a code of the app or a recovery code; none is accepted twice, also not by concurrent requests.
 * @returns its kind; undefined when it is wrong or used, or there is no second factor
 */
export async function redeemCode(ctx: RequestContext, userId: number, text: string): Promise<CodeKind | undefined> {
  const typed = typedCode(text)
  const factor = await ctx.db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!typed || !factor) return undefined
  if (typed.kind === 'recovery') {
    return (await redeemRecoveryCode(ctx, userId, typed.code, factor.recovery_salt)) ? 'recovery_code' : undefined
  }
  const step = stepOfCode(ctx.secrets.open(factor.sealed_secret, secondFactorContext(userId)), typed.code, ctx.now)
  if (step === undefined) return undefined
  const taken = await ctx.db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken && 'app'
}
