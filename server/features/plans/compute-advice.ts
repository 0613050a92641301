import { sql } from 'kysely'
import type { Pool } from 'pg'
import { encodeCell } from '#contract/list-codec.ts'
import type { AdviceOptions, AdviceResult } from '#contract/plans/plan-advice.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { cycleFrom, spanOf } from '#domain/rating/cycle-span.ts'
import { costByPlan, costOfSim, dataUseByPlan } from '#domain/rating/plan-costs.ts'
import { optimisePlans } from '#domain/rating/plan-optimiser.ts'
import { inClientTransaction } from '#server/db/client-transaction.ts'
import { copyOn } from '#server/db/copy-into.ts'
import type { Database } from '#server/db/database.ts'
import { type AdvisedFleet, readFleet } from './advised-fleet.queries.ts'

/** An advice as it was claimed: the number of the attempt makes sure that only the last one writes. */
export interface AdviceKey {
  readonly companyId: number
  readonly adviceId: string
  readonly attempts: number
}

interface Source {
  readonly pool: Pool
  readonly db: Database
}

interface AskedAdvice {
  readonly companyId: number
  readonly timeZone: string
  readonly anchorDay: number
  readonly options: AdviceOptions
}

/** Of the whole work: with a million SIMs usage is read for minutes, and searched through for some twenty seconds. */
const READING_PERCENT = 80

/**
 * Computes an advice and writes it (decision 120), in place of the company's former ones that none followed. It holds the thread for seconds.
 * @param now the cycle that runs then does not count
 */
export async function computeAdvice(
  source: Source,
  key: AdviceKey,
  now: Date,
  onProgress: (percent: number) => void = () => {},
): Promise<void> {
  const { companyId, timeZone, anchorDay, options } = await readAsked(source.db, key)
  const running = billingCycleAt(now, anchorDay, timeZone)
  const next = cycleFrom(running.end, anchorDay)
  const cycles = cyclesBefore(running, { anchorDay, timeZone }, options.cycles)
  const request = { ...options, companyId, timeZone, cycles, next }
  const fleet = await readFleet(source, request, (share) => onProgress(share * READING_PERCENT))
  const { marginPercent, maxMoves = fleet.usage.sims } = options
  const advised = optimisePlans({ ...fleet, marginPercent, maxMoves }, (share) =>
    onProgress(READING_PERCENT + share * (100 - READING_PERCENT)),
  )
  const costs = {
    today: costByPlan({ ...fleet, assigned: fleet.today }),
    advised: costByPlan({ ...fleet, assigned: advised }),
    atMost: costByPlan({ ...fleet, assigned: advised }, marginPercent),
  }
  const invoiced = await invoicedByCurrency(source.db, companyId, cycles)
  const moves = movesOf(fleet, advised)
  const result: AdviceResult = {
    sims: fleet.usage.sims,
    cycles,
    termsOf: next.start,
    totals: totalsOf(fleet, costs, invoiced),
    plans: planRows(fleet, advised, costs),
    moves: moves.map(({ planCode, sims, savedMinor }) => ({
      planCode,
      sims: sims.length,
      from: plansOf(fleet, sims),
      savedMinor,
    })),
  }
  await writeAdvice(source.pool, key, result, rowsOf(key, fleet, advised, moves))
}

async function readAsked(db: Database, { companyId, adviceId }: AdviceKey): Promise<AskedAdvice> {
  const { options, ...asked } = await db
    .selectFrom('plan_advices as a')
    .innerJoin('companies as c', 'c.company_id', 'a.company_id')
    .select(['a.company_id as companyId', 'c.time_zone as timeZone', 'c.cycle_anchor_day as anchorDay', 'a.options'])
    .where('a.company_id', '=', companyId)
    .where('a.advice_id', '=', adviceId)
    .executeTakeFirstOrThrow()
  return { ...asked, options: options as unknown as AdviceOptions }
}

/** Whole cycles before the running one, the latest last. */
function cyclesBefore(
  running: BillingCycle,
  { anchorDay, timeZone }: Pick<AskedAdvice, 'anchorDay' | 'timeZone'>,
  count: number,
): BillingCycle[] {
  const cycles: BillingCycle[] = []
  for (let cycle = running; cycles.length < count; ) {
    cycle = billingCycleAt(new Date(spanOf(cycle, timeZone).fromMs - 1), anchorDay, timeZone)
    cycles.unshift(cycle)
  }
  return cycles
}

/** Of each plan in all cycles, minor units. */
interface Costs {
  readonly today: readonly number[]
  readonly advised: readonly number[]
  /** with the margin on the usage of SIMs that move */
  readonly atMost: readonly number[]
}

/** Plans that have SIMs today or by the advice, the most first. */
function planRows({ plans, usage, today }: AdvisedFleet, advised: Uint16Array, costs: Costs): AdviceResult['plans'] {
  const use = dataUseByPlan({ plans, usage, today })
  const counts = [today, advised].map((assigned) => {
    const sims = plans.map(() => 0)
    for (const plan of assigned) sims[plan] = (sims[plan] ?? 0) + 1
    return sims
  })
  return plans
    .map(({ planCode, planName, currency, pooled, dataMb }, plan) => ({
      ...{ planCode, planName, currency, pooled, dataMb, use: use[plan] ?? [] },
      today: { sims: counts[0]?.[plan] ?? 0, amountMinor: costs.today[plan] ?? 0 },
      advised: { sims: counts[1]?.[plan] ?? 0, amountMinor: costs.advised[plan] ?? 0 },
    }))
    .filter((plan) => plan.today.sims + plan.advised.sims > 0)
    .sort((a, b) => b.today.sims - a.today.sims || (a.planCode < b.planCode ? -1 : 1))
}

function totalsOf(
  { plans, today }: AdvisedFleet,
  costs: Costs,
  invoiced: ReadonlyMap<string, number> | undefined,
): AdviceResult['totals'] {
  const currencies = new Set([...new Set(today)].map((plan) => plans[plan]?.currency ?? ''))
  return [...currencies].map((currency) => {
    const sumOf = (all: readonly number[]) =>
      all.reduce((sum, cost, plan) => sum + (plans[plan]?.currency === currency ? cost : 0), 0)
    return {
      currency,
      invoicedMinor: invoiced?.get(currency) ?? null,
      todayMinor: sumOf(costs.today),
      advisedMinor: sumOf(costs.advised),
      atMostMinor: sumOf(costs.atMost),
    }
  })
}

/** The sums of the invoices of cycles; undefined unless each cycle has one. */
async function invoicedByCurrency(
  db: Database,
  companyId: number,
  cycles: readonly BillingCycle[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const { rows } = await sql<{ currency: string; cycles: number; amount: number }>`
    SELECT currency, count(DISTINCT cycle_start)::int AS cycles, sum(total_minor)::bigint AS amount FROM charges
    WHERE company_id = ${companyId} AND kind = 'invoice' AND document_number IS NOT NULL AND state <> 'void'
      AND cycle_start = ANY(${cycles.map(({ start }) => start)}::date[])
    GROUP BY 1`.execute(db)
  const most = Math.max(0, ...rows.map((row) => row.cycles))
  return most < cycles.length ? undefined : new Map(rows.map(({ currency, amount }) => [currency, amount]))
}

/** The SIMs that move to a plan, those that save most first. */
interface Moves {
  readonly planCode: string
  readonly sims: Uint32Array
  /** in all cycles without the overage of pools, minor units */
  readonly savedMinor: number
}

function movesOf(fleet: AdvisedFleet, advised: Uint16Array): Moves[] {
  const { plans, today } = fleet
  const byPlan = new Map<number, number[]>()
  for (const [sim, plan] of advised.entries()) {
    if (plan === today[sim]) continue
    const sims = byPlan.get(plan) ?? []
    if (sims.push(sim) === 1) byPlan.set(plan, sims)
  }
  const savings = new Float64Array(advised.length)
  for (const sims of byPlan.values())
    for (const sim of sims) {
      const { todayMinor, advisedMinor } = costsOf(fleet, advised, sim)
      savings[sim] = todayMinor - advisedMinor
    }
  // SIMs are in the order of their ICCIDs
  const order = (a: number, b: number): number => (savings[b] ?? 0) - (savings[a] ?? 0) || a - b
  return [...byPlan]
    .map(([plan, sims]) => ({
      planCode: plans[plan]?.planCode ?? '',
      sims: Uint32Array.from(sims).sort(order),
      savedMinor: sims.reduce((sum, sim) => sum + (savings[sim] ?? 0), 0),
    }))
    .sort((a, b) => b.sims.length - a.sims.length || (a.planCode < b.planCode ? -1 : 1))
}

/** Today's plans of some SIMs, that of the most first. */
function plansOf({ plans, today }: AdvisedFleet, sims: Uint32Array): AdviceResult['moves'][number]['from'] {
  const counts = new Map<number, number>()
  for (const sim of sims) counts.set(today[sim] ?? 0, (counts.get(today[sim] ?? 0) ?? 0) + 1)
  return [...counts]
    .map(([plan, count]) => ({ planCode: plans[plan]?.planCode ?? '', sims: count }))
    .sort((a, b) => b.sims - a.sims || (a.planCode < b.planCode ? -1 : 1))
}

/** Of a SIM in all cycles without the overage of pools, minor units. */
function costsOf({ plans, usage, today }: AdvisedFleet, advised: Uint16Array, sim: number) {
  const costOn = (plan = 0): number => {
    const terms = plans[plan]
    return terms ? costOfSim(usage, sim, terms) : 0
  }
  return { todayMinor: costOn(today[sim]), advisedMinor: costOn(advised[sim]) }
}

const MOVE_COLUMNS = 'company_id, advice_id, plan_code, place, iccid, from_plan, today_minor, advised_minor'
/** Rows that are written at once. */
const ROWS = 2_000

/** The moves as text for COPY. */
function* rowsOf({ companyId, adviceId }: AdviceKey, fleet: AdvisedFleet, advised: Uint16Array, moves: readonly Moves[]) {
  for (const { planCode, sims } of moves) {
    const head = `${companyId}\t${adviceId}\t${encodeCell(planCode)}`
    for (let from = 0; from < sims.length; from += ROWS) {
      let text = ''
      for (const [index, sim] of sims.subarray(from, from + ROWS).entries()) {
        const { todayMinor, advisedMinor } = costsOf(fleet, advised, sim)
        const before = encodeCell(fleet.plans[fleet.today[sim] ?? 0]?.planCode)
        text += `${head}\t${from + index + 1}\t${fleet.iccids.at(sim)}\t${before}\t${todayMinor}\t${advisedMinor}\n`
      }
      yield text
    }
  }
}

/** Writes nothing when the advice was begun again by another process. */
async function writeAdvice(
  pool: Pool,
  { companyId, adviceId, attempts }: AdviceKey,
  result: AdviceResult,
  rows: Iterable<string>,
): Promise<void> {
  await inClientTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE plan_advices SET state = 'done', percent = 100, result = $4
       WHERE company_id = $1 AND advice_id = $2 AND attempts = $3 AND state = 'running'`,
      [companyId, adviceId, attempts, JSON.stringify(result)],
    )
    if (rowCount === 0) return
    await client.query(
      `DELETE FROM plan_advices a WHERE company_id = $1 AND advice_id <> $2 AND state <> 'running' AND NOT EXISTS (
         SELECT FROM plan_advice_operations l WHERE l.company_id = a.company_id AND l.advice_id = a.advice_id)`,
      [companyId, adviceId],
    )
    const copy = copyOn(client, `plan_advice_moves (${MOVE_COLUMNS})`)
    for (const text of rows) await copy.write(text)
    await copy.end()
  })
}
