import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { type getPlanChangeCost, PLAN_COST_MAX_SIMS, PLAN_COST_SHOWN } from '#contract/operations/operation-costs.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { isBillable } from '#domain/rating/billing-basis.ts'
import type { SimCycleFacts } from '#domain/rating/cycle-rater.ts'
import { cycleFrom, elapsedShare, spanOf } from '#domain/rating/cycle-span.ts'
import { allowanceBytes } from '#domain/rating/overage.ts'
import { type ChangeCost, PlanChangeRater, type PoolChange } from '#domain/rating/plan-change-cost.ts'
import type { PoolUsage } from '#domain/rating/rate-pool.ts'
import type { Ctx } from '#server/context.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { currentPools } from '#server/records/pools.ts'
import { type NamedTerms, termsOfCycle } from '#server/records/terms.queries.ts'
import { runningLines } from './operation-cost.ts'
import type { OperationParts } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'
import { isForNextCycle, WAITS_FOR_CYCLE } from './scheduled-plans.ts'

type Cost = CallData<typeof getPlanChangeCost>

const NOTHING: Cost = { lines: 0, isTooMany: false, replaced: 0, totals: [], pools: [], sims: [] }

/** What the accepted lines cost in the running cycle and the next one, without and with the change of plan; nothing for other kinds. */
export async function planChangeCost(parts: OperationParts): Promise<Cost> {
  const [{ row: first }] = parts
  if (first.kind !== 'plan' || (first.state !== 'draft' && first.state !== 'scheduled')) return NOTHING
  const costs: Cost[] = []
  for (const { ctx, row } of parts)
    for (const company of await linesByCompany(ctx, row)) costs.push(await costOfCompany(ctx, row, company))
  const lines = costs.reduce((sum, cost) => sum + cost.lines, 0)
  return {
    lines,
    isTooMany: lines > PLAN_COST_MAX_SIMS,
    replaced: costs.reduce((sum, cost) => sum + cost.replaced, 0),
    totals: sumByCurrency(costs.flatMap(({ totals }) => totals)),
    pools: costs.flatMap(({ pools }) => pools),
    sims: costs.flatMap(({ sims }) => sims).slice(0, PLAN_COST_SHOWN),
  }
}

interface CompanyLines {
  readonly companyId: number
  readonly companyName: string
  readonly timeZone: string
  readonly anchorDay: number
  readonly iccids: readonly string[]
}

/** At most one line more than are rated: with it there are too many. */
async function linesByCompany(ctx: Ctx, operation: OperationRow): Promise<CompanyLines[]> {
  const { rows } = await sql<CompanyLines>`
    SELECT c.company_id AS "companyId", c.business_name AS "companyName", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay",
      l.iccids
    FROM (
      SELECT sim_company_id, array_agg(iccid) AS iccids
      FROM (SELECT * FROM (${await runningLines(ctx, operation)}) r LIMIT ${PLAN_COST_MAX_SIMS + 1}) limited GROUP BY 1
    ) l JOIN companies c ON c.company_id = l.sim_company_id ORDER BY 1`.execute(ctx.db)
  return rows
}

/** The lines' own part of a pool, in the running cycle. */
interface PoolPart {
  sims: number
  usedBytes: bigint
}

async function costOfCompany(ctx: Ctx, operation: OperationRow, of: CompanyLines): Promise<Cost> {
  const { parameters } = operation
  const { companyId, timeZone, anchorDay, iccids } = of
  if (iccids.length > PLAN_COST_MAX_SIMS) return { ...NOTHING, lines: iccids.length }
  const cycle = billingCycleAt(ctx.now, anchorDay, timeZone)
  const next = cycleFrom(cycle.end, anchorDay)
  const span = spanOf(cycle, timeZone)
  const [termsOf, nextTermsOf] = await Promise.all([termsOfCycle(ctx.db, cycle.start), termsOfCycle(ctx.db, next.start)])
  const change = { planCode: parameters.planCode ?? '', atMs: isForNextCycle(operation) ? undefined : ctx.now.getTime() }
  const cost = new PlanChangeRater({
    cycle,
    next,
    timeZone,
    elapsed: elapsedShare(span, ctx.now),
    termsOf,
    nextTermsOf,
    change,
  })
  const sims: Cost['sims'] = []
  const parts = new Map<string, PoolPart>([[change.planCode, { sims: 0, usedBytes: 0n }]])
  for await (const batch of cycleFacts(ctx, { companyId, cycle, span, usage: 'live', iccids })) {
    for (const facts of batch) {
      const costs = cost.add(facts)
      addToPart(parts, facts)
      if (facts.now && sims.length < PLAN_COST_SHOWN)
        sims.push({ icc: facts.iccid, planCode: facts.now.planCode, planName: termsOf(facts.now.planCode).planName, costs })
    }
  }
  await addPoolRests(ctx, { companyId, parts, termsOf }, cost)
  const totals = cost.totals()
  const pools = cost.pools.map((pool) => poolData(pool, of, nextTermsOf))
  return { lines: iccids.length, isTooMany: false, replaced: await countReplaced(ctx, operation, of), totals, pools, sims }
}

/** Lines whose SIM has another change scheduled. */
async function countReplaced(ctx: Ctx, { operationId }: OperationRow, { companyId, iccids }: CompanyLines): Promise<number> {
  const { rows } = await sql<{ sims: number }>`
    SELECT count(*)::int AS sims FROM operation_items i
    WHERE i.sim_company_id = ${companyId} AND i.iccid = ANY(string_to_array(${iccids.join(',')}, ',')) AND ${WAITS_FOR_CYCLE}
      AND i.operation_id <> ${operationId}`.execute(ctx.db)
  return rows[0]?.sims ?? 0
}

function addToPart(parts: Map<string, PoolPart>, { now, usage }: SimCycleFacts): void {
  if (!now || !isBillable(now.administrativeStatus)) return
  const part = parts.get(now.planCode) ?? { sims: 0, usedBytes: 0n }
  parts.set(now.planCode, { sims: part.sims + 1, usedBytes: part.usedBytes + BigInt(usage.dataBytes) })
}

interface Pools {
  readonly companyId: number
  readonly parts: ReadonlyMap<string, PoolPart>
  readonly termsOf: (planCode: string) => NamedTerms
}

/** Adds what the other SIMs of the company have in the pools that the change touches. */
async function addPoolRests(ctx: Ctx, { companyId, parts, termsOf }: Pools, cost: PlanChangeRater): Promise<void> {
  const { rows } = await sql<{ planCode: string; sims: number; usedBytes: string }>`
    SELECT plan_code AS "planCode", sims, used_bytes::text AS "usedBytes"
    FROM ${currentPools({ kind: 'companies', ids: [companyId] }, ctx.now)} p
    WHERE plan_code = ANY(${[...parts.keys()]}::text[])`.execute(ctx.db)
  for (const { planCode, sims, usedBytes } of rows) {
    const part = parts.get(planCode) ?? { sims: 0, usedBytes: 0n }
    const others = Math.max(0, sims - part.sims)
    const used = BigInt(usedBytes) - part.usedBytes
    if (others === 0) continue
    const allowance = BigInt(allowanceBytes(termsOf(planCode))) * BigInt(others)
    cost.addPoolRest({ planCode, allowanceBytes: allowance, usedBytes: used > 0n ? used : 0n })
  }
}

const sideOf = (pool: PoolUsage | undefined) =>
  pool ? { includedBytes: Number(pool.allowanceBytes), expectedBytes: Number(pool.usedBytes) } : null

const poolData = (
  { planCode, before, after }: PoolChange,
  { companyId, companyName }: CompanyLines,
  termsOf: (planCode: string) => NamedTerms,
): Cost['pools'][number] => ({
  planCode,
  planName: termsOf(planCode).planName,
  companyId,
  companyName,
  before: sideOf(before),
  after: sideOf(after),
})

function sumByCurrency(costs: readonly ChangeCost[]): ChangeCost[] {
  const plus = (a: ChangeCost['next'], b: ChangeCost['next']) => ({ before: a.before + b.before, after: a.after + b.after })
  const sums = new Map<string, ChangeCost>()
  for (const cost of costs) {
    const known = sums.get(cost.currency)
    sums.set(
      cost.currency,
      known ? { ...known, current: plus(known.current, cost.current), next: plus(known.next, cost.next) } : cost,
    )
  }
  return [...sums.values()]
}
