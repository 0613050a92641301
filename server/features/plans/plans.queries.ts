import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { type getPools, planList } from '#contract/plans/plans.calls.ts'
import { planTotalMinor } from '#domain/plans.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, mergeSorted, sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { administersPortal, type CompanyScope, inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { currentPools } from '#server/records/pools.ts'
import { usageAsOf } from '#server/records/usage-as-of.ts'
import { arrangePlans, type PlanListQuery, type PlanListRow } from './arrange-plans.ts'

type CountedPlan = Omit<PlanListRow, 'totalPrice' | 'poolUsed' | 'poolMb' | 'pools' | 'fullPools'>
type PooledPlan = Pick<PlanListRow, 'planCode' | 'pools' | 'fullPools'> & { readonly poolUsed: number; readonly poolMb: number }

const scopeFor = (ctx: Ctx, company: number | undefined): CompanyScope => narrowToCompany(scopeOf(ctx.actor), company)

/** The plans of the reader's SIMs, filtered and sorted; for administrators also those without SIMs. */
export async function listPlans(ctx: Ctx, query: PlanListQuery): Promise<PlanListRow[]> {
  const scope = scopeFor(ctx, query.company)
  const [counted, pooled] = await Promise.all([
    countedPlans(ctx, scope, administersPortal(ctx.actor) && query.company === undefined),
    pooledPlans(ctx, scope),
  ])
  const pools = new Map(pooled.map((pool) => [pool.planCode, pool]))
  const rows = counted.map((plan): PlanListRow => {
    const { poolUsed = null, poolMb = null, pools: count = 0, fullPools = 0 } = pools.get(plan.planCode) ?? {}
    const totalPrice = planTotalMinor(plan.totalActive, plan.planPrice)
    return { ...plan, totalPrice, poolUsed, poolMb, pools: count, fullPools }
  })
  return arrangePlans(rows, query, ctx.language)
}

/** Plans with their SIM counts, from the stored sums: hundreds of rows are read for one company, thousands for all. */
async function countedPlans(ctx: Ctx, scope: CompanyScope, withoutSims: boolean): Promise<CountedPlan[]> {
  const tallies = scope.kind === 'all' ? sql`fleet_tallies` : sql`sim_tallies`
  const counted = sql<CountedPlan>`
    WITH counted AS MATERIALIZED (
      SELECT t.plan_code, sum(t.sims)::int AS sims,
        coalesce(sum(t.sims) FILTER (WHERE t.administrative_status = ${ADMINISTRATIVE_STATUS.active}), 0)::int AS active
      FROM ${tallies} t WHERE ${inScope(scope, sql`t.company_id`)} GROUP BY 1 HAVING sum(t.sims) > 0
    )
    SELECT p.plan_id AS "planId", p.plan_code AS "planCode", p.name AS "planName", p.price_minor AS "planPrice", p.currency,
      coalesce(n.active, 0) AS "totalActive", coalesce(n.sims, 0) AS "totalSims", p.included_voice_seconds AS voice,
      p.included_sms AS sms, p.data_mb AS data, p.sim_type_id AS "simTypeId", k.name AS "simType", p.origin_id AS "providerId",
      o.name AS provider, p.pooled, p.is_offered AS offered,
      (SELECT min(valid_from)::text FROM plan_terms t WHERE t.plan_code = p.plan_code AND t.valid_from > ${today(ctx)}) AS "nextFrom"
    FROM plans p
    JOIN origins o ON o.origin_id = p.origin_id
    JOIN sim_types k ON k.sim_type_id = p.sim_type_id
    LEFT JOIN counted n ON n.plan_code = p.plan_code
    WHERE ${withoutSims} OR n.sims > 0`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  return sumSame(answers, ({ planCode }) => planCode, ['totalActive', 'totalSims'])
}

/** The day by the calendar of the reader's company. */
export const today = ({ now, actor }: Ctx) => sql<string>`(${now}::timestamptz AT TIME ZONE ${actor.timeZone})::date`

/** The pooled usage of each plan. */
async function pooledPlans(ctx: Ctx, scope: CompanyScope): Promise<PooledPlan[]> {
  const pooled = sql<PooledPlan>`
    SELECT pool.plan_code AS "planCode", sum(pool.used_bytes)::bigint AS "poolUsed", sum(pool.pool_mb)::bigint AS "poolMb",
      count(*)::int AS pools, count(*) FILTER (WHERE pool.used_bytes >= pool.pool_mb * ${BYTES_PER_MB}::bigint)::int AS "fullPools"
    FROM ${currentPools(scope, ctx.now)} pool GROUP BY 1`
  const answers = await rowsOfCells(ctx, (db) => pooled.execute(db))
  return sumSame(answers, ({ planCode }) => planCode, ['poolUsed', 'poolMb', 'pools', 'fullPools'])
}

type Pool = CallData<typeof getPools>['pools'][number]

type FoundPool = Omit<Pool, 'percent'> & { readonly total: number }
const FULLEST_FIRST = byKeys<FoundPool>(({ usedBytes, poolMb, planCode, company }) => [-usedBytes / poolMb, planCode, company])

/** Pools of the reader's companies, the fullest first. */
export async function listPools(
  ctx: Ctx,
  { company, limit }: CallInput<typeof getPools>['query'],
): Promise<CallData<typeof getPools>> {
  const fullest = sql<FoundPool>`
      SELECT p.plan_id AS "planId", p.plan_code AS "planCode", p.name AS "planName", c.company_id AS company,
        c.business_name AS "companyName", pool.used_bytes AS "usedBytes", pool.pool_mb AS "poolMb", pool.sims,
        pool.cycle_start::text AS "cycleStart", pool.total
      FROM (
        SELECT pool.*, count(*) OVER ()::int AS total FROM ${currentPools(scopeFor(ctx, company), ctx.now)} pool
        ORDER BY pool.used_bytes::numeric / pool.pool_mb DESC, pool.plan_code, pool.company_id LIMIT ${limit}
      ) pool
      JOIN plans p ON p.plan_code = pool.plan_code
      JOIN companies c ON c.company_id = pool.company_id
      ORDER BY pool.used_bytes::numeric / pool.pool_mb DESC, pool.plan_code, pool.company_id`
  const [answers, usageTrueAt] = await Promise.all([rowsOfCells(ctx, (db) => fullest.execute(db)), usageAsOf(ctx)])
  const rows = mergeSorted(answers, FULLEST_FIRST, limit)
  return {
    pools: rows.map(({ total: _, ...pool }) => ({ ...pool, percent: consumptionPercent(pool.usedBytes, pool.poolMb) })),
    total: answers.reduce((sum, [first]) => sum + (first?.total ?? 0), 0),
    usageAsOf: usageTrueAt,
    asOf: ctx.now.toISOString(),
  }
}

const NAMES = planList.names as readonly (keyof PlanListRow)[]

/** A row of the list: cells of text in column order. */
export function cellsOf(plan: PlanListRow): (string | null)[] {
  return NAMES.map((name) => {
    const value = plan[name]
    return value === null ? null : String(value)
  })
}

/** The list of plans on one page: there are some hundred. */
export async function planPage(ctx: Ctx, query: PlanListQuery): Promise<ListPageAnswer> {
  return { kind: 'page', rows: (await listPlans(ctx, query)).map(cellsOf) }
}
