import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { PLAN_SENTENCES } from '#contract/plans/plan-messages.ts'
import type { AgreedTerms, getPlan } from '#contract/plans/plans.calls.ts'
import { firstDayOfChange, firstMonthOfChange } from '#domain/plans.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { AppError } from '#server/app-error.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { administersPortal, inScope, scopeOf } from '#server/db/scope.ts'
import { today } from './plans.queries.ts'

type Detail = CallData<typeof getPlan>
type DetailRow = Omit<Detail, 'terms' | 'firstChange' | 'firstMonth' | 'networkProfiles'>

/**
 * A plan with its terms. Every reader sees offered plans and those of their SIMs.
 * @throws AppError not_found for others, as for unknown ones
 */
export async function planDetail(ctx: Ctx, planId: number): Promise<Detail> {
  const plan = await findPlan(ctx, planId)
  const terms = await termsOf(ctx, plan.planCode)
  const { networkProfile, ...seen } = plan
  const atNetwork = administersPortal(ctx.actor)
    ? { networkProfile, networkProfiles: [...profilesOf(ctx, plan)] }
    : { networkProfile: '', networkProfiles: [] }
  return { ...seen, ...atNetwork, terms, firstChange: firstDayOfChange(ctx.now), firstMonth: firstMonthOfChange(ctx.now) }
}

/** The profiles that the network of a plan's SIMs has. */
export const profilesOf = ({ networks }: Ctx, { providerId, simTypeId }: Pick<Detail, 'providerId' | 'simTypeId'>) =>
  networks.findByRoute(providerId, simTypeId)?.capabilities.profiles ?? []

async function findPlan(ctx: Ctx, planId: number): Promise<DetailRow> {
  const counted = sql<DetailRow>`
    SELECT p.plan_id AS "planId", p.plan_code AS "planCode", p.name AS "planName", p.currency, p.sim_type_id AS "simTypeId",
      k.name AS "simType", p.origin_id AS "providerId", o.name AS provider, p.pooled, p.is_offered AS offered,
      p.minimum_stay_months AS "minimumStay", p.network_profile AS "networkProfile",
      n.active AS "totalActive", n.sims AS "totalSims", n.companies
    FROM plans p
    JOIN origins o ON o.origin_id = p.origin_id
    JOIN sim_types k ON k.sim_type_id = p.sim_type_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.active), 0)::int AS active, coalesce(sum(c.sims), 0)::int AS sims, count(*)::int AS companies FROM (
        SELECT sum(t.sims) AS sims, coalesce(sum(t.sims) FILTER (WHERE t.administrative_status = ${ADMINISTRATIVE_STATUS.active}), 0) AS active
        FROM sim_tallies t WHERE t.plan_code = p.plan_code AND ${inScope(scopeOf(ctx.actor), sql`t.company_id`)}
        GROUP BY t.company_id HAVING sum(t.sims) > 0
      ) c
    ) n
    WHERE p.plan_id = ${planId}`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  const [plan] = sumSame(answers, (one) => one.planId, ['totalActive', 'totalSims', 'companies'])
  if (!plan || !(administersPortal(ctx.actor) || plan.offered || plan.totalSims > 0)) {
    throw new AppError('not_found', { sentence: PLAN_SENTENCES.unknown })
  }
  return plan
}

async function termsOf(ctx: Ctx, planCode: string): Promise<AgreedTerms[]> {
  const { rows } = await sql<AgreedTerms>`
    SELECT valid_from::text AS "from",
      CASE WHEN valid_from > ${today(ctx)} THEN 'coming'
        WHEN valid_from = max(valid_from) FILTER (WHERE valid_from <= ${today(ctx)}) OVER () THEN 'current' ELSE 'past' END AS state,
      price_minor AS "planPrice", hibernation_fee_minor AS "hibernationFee", data_mb AS data, included_sms AS sms,
      included_voice_seconds AS voice, overage_unit_mb AS "overageUnit", overage_price_minor AS "overagePrice",
      sms_price_minor AS "smsPrice", voice_price_minor AS "voicePrice"
    FROM plan_terms WHERE plan_code = ${planCode} ORDER BY valid_from DESC`.execute(ctx.db)
  return rows
}
