import type { CallInput } from '#contract/call.ts'
import { PLAN_SENTENCES } from '#contract/plans/plan-messages.ts'
import type * as calls from '#contract/plans/plans.calls.ts'
import { changedTerms, firstDayOfChange } from '#domain/plans.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { lockPlan } from './save-plan.commands.ts'
import { ofRow, termsRow } from './terms-row.ts'

type Saved = WithMessage<{ planId: number }>

/** Sets new terms from a day that has not begun in any time zone; the same day again replaces its terms. */
export async function changeTerms(
  ctx: Ctx,
  planId: number,
  { from, ...body }: CallInput<typeof calls.changeTerms>['body'],
): Promise<Saved> {
  if (from < firstDayOfChange(ctx.now)) throw invalidField('from', PLAN_SENTENCES.tooEarly)
  await inTransaction(ctx, async (trx) => {
    const { plan_code } = await lockPlan(trx, planId)
    const before = await termsOn(trx, plan_code, from)
    const row = termsRow(body)
    if (before && changedTerms(ofRow(before), ofRow(row)).length === 0)
      throw new AppError('conflict', { sentence: PLAN_SENTENCES.noChange })
    await trx
      .insertInto('plan_terms')
      .values({ plan_code, valid_from: from, ...row })
      .onConflict((conflict) => conflict.columns(['plan_code', 'valid_from']).doUpdateSet(row))
      .execute()
    const entry = { action: 'plan.terms_changed', entity: 'plan', entityId: plan_code, after: { from, ...ofRow(row) } }
    await audit(trx, ctx, { ...entry, before: before && { from: before.valid_from, ...ofRow(before) } })
  })
  return new WithMessage({ planId }, PLAN_SENTENCES.termsChanged)
}

/**
 * Withdraws terms that no cycle has started with.
 * @throws AppError not_found without terms from that day
 */
export async function withdrawTerms(ctx: Ctx, { id, from }: CallInput<typeof calls.withdrawTerms>['params']): Promise<Saved> {
  if (from < firstDayOfChange(ctx.now)) throw new AppError('conflict', { sentence: PLAN_SENTENCES.begun })
  await inTransaction(ctx, async (trx) => {
    const { plan_code } = await lockPlan(trx, id)
    const before = await trx
      .deleteFrom('plan_terms')
      .where('plan_code', '=', plan_code)
      .where('valid_from', '=', from)
      .returningAll()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const entry = { action: 'plan.terms_withdrawn', entity: 'plan', entityId: plan_code }
    await audit(trx, ctx, { ...entry, before: { from, ...ofRow(before) } })
  })
  return new WithMessage({ planId: id }, PLAN_SENTENCES.termsWithdrawn)
}

/** The terms of a cycle that starts on a day. */
function termsOn(trx: DatabaseTransaction, planCode: string, day: string) {
  return trx
    .selectFrom('plan_terms')
    .selectAll()
    .where('plan_code', '=', planCode)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
}
