import { GROUP_SENTENCES } from '#contract/groups/group-messages.ts'
import { EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { GroupRow } from './groups.queries.ts'

/**
 * Replaces the plans that SIMs of a group get when they are activated. Plans that it has already may stay when they are no longer on offer.
 * @returns those that it has now
 * @throws AppError not_allowed without the permit `plans`; invalid_request at the field activationPlans
 */
export async function saveActivationPlans(
  { actor }: Ctx,
  trx: DatabaseTransaction,
  group: GroupRow,
  requested: readonly string[] | undefined,
): Promise<string[]> {
  const before = group.activationPlans
  const after = requested === undefined ? before : [...new Set(requested)].sort()
  if (JSON.stringify(after) === JSON.stringify(before)) return before
  if (!actor.permits.includes('plans')) throw new AppError('not_allowed')
  await requireFitting(trx, before, after)
  const { companyId, groupId } = group
  await trx.deleteFrom('group_activation_plans').where('company_id', '=', companyId).where('group_id', '=', groupId).execute()
  const rows = after.map((code) => ({ company_id: companyId, group_id: groupId, plan_code: code }))
  if (rows.length > 0) await trx.insertInto('group_activation_plans').values(rows).execute()
  return after
}

async function requireFitting(trx: DatabaseTransaction, before: readonly string[], after: readonly string[]): Promise<void> {
  if (after.length === 0) return
  const plans = await trx
    .selectFrom('plans')
    .select(['plan_code as planCode', 'origin_id as originId', 'sim_type_id as simTypeId', 'is_offered as isOffered'])
    .select('network_profile as networkProfile')
    .where('plan_code', 'in', after)
    .execute()
  const refuse = (sentence: Parameters<typeof invalidField>[1]) => invalidField('activationPlans', sentence)
  if (plans.length < after.length) throw refuse(GROUP_SENTENCES.planUnknown)
  if (plans.some(({ planCode, isOffered }) => !isOffered && !before.includes(planCode)))
    throw refuse(EXCLUSION_SENTENCES.plan_not_offered)
  if (plans.some(({ networkProfile }) => networkProfile !== '')) throw refuse(GROUP_SENTENCES.planWithProfile)
  if (new Set(plans.map(({ originId, simTypeId }) => `${originId} ${simTypeId}`)).size < plans.length)
    throw refuse(GROUP_SENTENCES.planTwice)
}
