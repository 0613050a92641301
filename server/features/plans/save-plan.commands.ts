import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { PLAN_SENTENCES } from '#contract/plans/plan-messages.ts'
import type * as calls from '#contract/plans/plans.calls.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { profilesOf } from './plan-detail.queries.ts'
import { FOREVER, termsRow } from './terms-row.ts'

type NewPlan = CallInput<typeof calls.createPlan>['body']
type Saved = WithMessage<{ planId: number }>

/** Creates a plan; its first terms are valid for every cycle, also running ones. */
export async function createPlan(ctx: Ctx, body: NewPlan): Promise<Saved> {
  const planId = await inTransaction(ctx, async (trx) => {
    await requireKinds(trx, body)
    const terms = termsRow(body)
    const { data_mb, included_sms, included_voice_seconds, price_minor } = terms
    const plan = await trx
      .insertInto('plans')
      .values({
        plan_code: body.planCode,
        name: body.planName,
        origin_id: body.providerId,
        sim_type_id: body.simTypeId,
        currency: body.currency,
        pooled: body.pooled,
        minimum_stay_months: body.minimumStay ?? 0,
        data_mb,
        included_sms,
        included_voice_seconds,
        price_minor,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('plan_id')
      .executeTakeFirst()
    if (!plan) throw invalidField('planCode', PLAN_SENTENCES.codeTaken)
    const first = { plan_code: body.planCode, valid_from: FOREVER, ...terms }
    await trx.insertInto('plan_terms').values(first).execute()
    await audit(trx, ctx, { action: 'plan.created', entity: 'plan', entityId: body.planCode, after: body })
    return plan.plan_id
  })
  return new WithMessage({ planId }, PLAN_SENTENCES.created)
}

async function requireKinds(trx: DatabaseTransaction, { providerId, simTypeId }: NewPlan): Promise<void> {
  const { rows } = await sql<{ hasProvider: boolean; hasSimType: boolean }>`
    SELECT EXISTS (SELECT FROM origins WHERE origin_id = ${providerId}) AS "hasProvider",
      EXISTS (SELECT FROM sim_types WHERE sim_type_id = ${simTypeId}) AS "hasSimType"`.execute(trx)
  if (!rows[0]?.hasProvider) throw invalidField('providerId', PLAN_SENTENCES.unknownProvider)
  if (!rows[0].hasSimType) throw invalidField('simTypeId', PLAN_SENTENCES.unknownSimType)
}

/** Changes a plan's name, whether it is offered, and what binds SIMs that get it from now on: its minimum stay and network profile. */
export async function changePlan(
  ctx: Ctx,
  planId: number,
  { planName, offered, minimumStay, networkProfile }: CallInput<typeof calls.changePlan>['body'],
): Promise<Saved> {
  await inTransaction(ctx, async (trx) => {
    const { plan_code: entityId, origin_id: providerId, sim_type_id: simTypeId, ...before } = await lockPlan(trx, planId)
    const after = {
      name: planName,
      is_offered: offered,
      minimum_stay_months: minimumStay ?? before.minimum_stay_months,
      network_profile: networkProfile ?? before.network_profile,
    }
    const isNewProfile = after.network_profile !== before.network_profile && after.network_profile !== ''
    if (isNewProfile && !profilesOf(ctx, { providerId, simTypeId }).includes(after.network_profile))
      throw invalidField('networkProfile', PLAN_SENTENCES.unknownProfile)
    if (isDeepStrictEqual(before, after)) return
    await trx.updateTable('plans').set(after).where('plan_id', '=', planId).execute()
    await audit(trx, ctx, { action: 'plan.changed', entity: 'plan', entityId, before, after })
  })
  return new WithMessage({ planId }, PLAN_SENTENCES.changed)
}

/**
 * A plan, locked: changes of its terms are serialized.
 * @throws AppError not_found
 */
export async function lockPlan(trx: DatabaseTransaction, planId: number) {
  const plan = await trx
    .selectFrom('plans')
    .select(['plan_code', 'origin_id', 'sim_type_id', 'name', 'is_offered', 'minimum_stay_months', 'network_profile'])
    .where('plan_id', '=', planId)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) throw new AppError('not_found', { sentence: PLAN_SENTENCES.unknown })
  return plan
}
