import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getPlanKinds } from '#contract/plans/plans.calls.ts'
import type { Ctx } from '#server/context.ts'
import { wholeList } from '#server/db/raw-rows.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'

/** Origins with offered plans, each with their number. */
export function planProviders(ctx: Ctx): Promise<ListPageAnswer> {
  const providers = sql`
    SELECT o.origin_id, o.name, count(*) FROM plans p JOIN origins o ON o.origin_id = p.origin_id
    WHERE p.is_offered GROUP BY 1, 2 ORDER BY 1`
  return wholeList(ctx, providers)
}

/** Types of an origin's offered plans. */
export function planTypes(ctx: Ctx, providerId: number): Promise<ListPageAnswer> {
  const types = sql`
    SELECT k.sim_type_id, k.name, count(*) FROM plans p JOIN sim_types k ON k.sim_type_id = p.sim_type_id
    WHERE p.is_offered AND p.origin_id = ${providerId} GROUP BY 1, 2 ORDER BY 1`
  return wholeList(ctx, types)
}

interface OfferedFilter {
  readonly planTypeId?: number
  readonly provider?: number | undefined
  /** those off the offer too */
  readonly isAll?: boolean
}

/** Plans on offer, of one type or origin or of all, by name. */
export function offeredPlans(ctx: Ctx, { planTypeId, provider, isAll = false }: OfferedFilter): Promise<ListPageAnswer> {
  const conditions = [
    isAll ? sql`true` : sql`p.is_offered`,
    ...(planTypeId === undefined ? [] : [sql`p.sim_type_id = ${planTypeId}`]),
    ...(provider === undefined ? [] : [sql`p.origin_id = ${provider}`]),
  ]
  const offered = sql`
    SELECT p.plan_id, p.plan_code, p.name, p.price_minor, p.currency, p.data_mb, p.included_sms, p.included_voice_seconds,
      p.pooled, p.origin_id, o.name, p.sim_type_id, k.name, p.is_offered, p.minimum_stay_months
    FROM plans p JOIN origins o ON o.origin_id = p.origin_id JOIN sim_types k ON k.sim_type_id = p.sim_type_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY p.name, p.plan_code`
  return wholeList(ctx, offered)
}

/** The origins and types for a new plan. */
export async function planKinds({ db }: Ctx): Promise<CallData<typeof getPlanKinds>> {
  const [providers, simTypes] = await Promise.all([
    db.selectFrom('origins').select(['origin_id as providerId', 'name as providerName']).orderBy('origin_id').execute(),
    db.selectFrom('sim_types').select(['sim_type_id as simTypeId', 'name as simTypeName']).orderBy('sim_type_id').execute(),
  ])
  return { providers, simTypes }
}
