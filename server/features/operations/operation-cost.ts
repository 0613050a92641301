import { type RawBuilder, sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getOperationCost } from '#contract/operations/operation-costs.calls.ts'
import { byKeys, sumByKey, sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { activationPlanOf } from '#server/records/activation-plan.ts'
import { judgedDraft } from './judged-draft.ts'
import type { OperationParts } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'

type Cost = CallData<typeof getOperationCost>

/**
 * The cost of the accepted lines per cycle, or what they save, each at its SIM's plan, an activation at that of its group; zero for
 * operations that change neither.
 */
export async function operationCost(parts: OperationParts): Promise<Cost> {
  const { kind } = parts[0].row
  if (kind !== 'activate' && kind !== 'hibernate') return { plans: [], totals: [], savesFrom: null }
  const answers = await Promise.all(parts.map(({ ctx, row }) => (kind === 'activate' ? costByPlan : savedByPlan)(ctx, row)))
  const keyOf = ({ planCode, group, amountMinor, hibernatedMinor, savesFrom }: PlanCost): string =>
    JSON.stringify([planCode, group, amountMinor, hibernatedMinor, savesFrom])
  const same = sumSame(answers, keyOf, ['lines'])
  const plans = parts.length === 1 ? same : same.sort(byKeys(({ lines, planName, group }) => [-lines, planName, group]))
  const [savesFrom = null, ...others] = new Set(plans.map((plan) => plan.savesFrom))
  return {
    plans: plans.map(({ savesFrom: _, ...plan }) => plan),
    totals: sumByCurrency(plans),
    savesFrom: others.length > 0 ? null : savesFrom,
  }
}

type PlanCost = Cost['plans'][number] & Pick<Cost, 'savesFrom'>

async function costByPlan(ctx: Ctx, operation: OperationRow): Promise<PlanCost[]> {
  const { rows } = await sql<PlanCost>`
    SELECT p.plan_code AS "planCode", p.name AS "planName", coalesce(a.group_path, '') AS "group", count(*)::int AS lines,
      p.price_minor AS "amountMinor", NULL::bigint AS "hibernatedMinor", p.currency, p.pooled, NULL::text AS "savesFrom"
    FROM (${await runningLines(ctx, operation)}) l
    JOIN sims s ON s.company_id = l.sim_company_id AND s.iccid = l.iccid
    LEFT JOIN ${activationPlanOf(ctx.now)} ON true
    JOIN plans p ON p.plan_code = coalesce(a.plan_code, s.plan_code)
    GROUP BY p.plan_code, a.group_path ORDER BY lines DESC, p.name, 3`.execute(ctx.db)
  return rows
}

async function savedByPlan(ctx: Ctx, operation: OperationRow): Promise<PlanCost[]> {
  const { rows } = await sql<PlanCost>`
    SELECT p.plan_code AS "planCode", p.name AS "planName", '' AS "group", sum(l.lines)::int AS lines, t.price_minor AS "amountMinor",
      t.hibernation_fee_minor AS "hibernatedMinor", p.currency, p.pooled, t.from_day::text AS "savesFrom"
    FROM (
      SELECT s.company_id, s.plan_code, count(*) AS lines FROM (${await runningLines(ctx, operation)}) r
      JOIN sims s ON s.company_id = r.sim_company_id AND s.iccid = r.iccid GROUP BY 1, 2
    ) l
    JOIN plans p ON p.plan_code = l.plan_code JOIN companies c ON c.company_id = l.company_id
    CROSS JOIN LATERAL ${nextCycleTerms(ctx, sql`l.plan_code`)}
    GROUP BY p.plan_code, t.price_minor, t.hibernation_fee_minor, t.from_day ORDER BY lines DESC, p.name`.execute(ctx.db)
  return rows
}

/** The lines that run, or will: iccid, sim_company_id. */
export async function runningLines(ctx: Ctx, operation: OperationRow): Promise<RawBuilder<unknown>> {
  const { companyId, operationId, state } = operation
  if (state !== 'draft')
    return sql`
      SELECT iccid, sim_company_id FROM operation_items
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state NOT IN ('skipped', 'cancelled')`
  return sql`SELECT iccid, sim_company_id FROM (${await judgedDraft(ctx, operation)}) j WHERE code = ''`
}

/** What all lines cost, or save. */
function sumByCurrency(plans: readonly PlanCost[]): Cost['totals'] {
  const costOf = ({ lines, amountMinor, hibernatedMinor }: PlanCost): number => lines * (amountMinor - (hibernatedMinor ?? 0))
  const sums = sumByKey(plans.map((plan) => [plan.currency, costOf(plan)]))
  return [...sums].map(([currency, amountMinor]) => ({ amountMinor, currency })).sort((a, b) => b.amountMinor - a.amountMinor)
}

/**
 * t(from_day, price_minor, hibernation_fee_minor): what a plan costs a company from its next cycle on, for a SIM that is active and
 * for one that is hibernated throughout. The running cycle is charged in full for a SIM that was active in it (decision 29).
 * Of companies c.
 */
export const nextCycleTerms = ({ now }: Pick<Ctx, 'now'>, planCode: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT n.from_day, terms.price_minor, terms.hibernation_fee_minor FROM plan_terms terms, (
    SELECT (billing_cycle_start((${now}::timestamptz AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day) + interval '1 month')::date AS from_day
  ) n WHERE terms.plan_code = ${planCode} AND terms.valid_from <= n.from_day ORDER BY terms.valid_from DESC LIMIT 1) t`
