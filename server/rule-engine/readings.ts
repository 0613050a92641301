import { sql } from 'kysely'
import type { Pool } from 'pg'
import { type BillingCycle, billingCycleAt, type Day, localDay } from '#domain/billing-cycle.ts'
import { CycleRater, type RatedLines } from '#domain/rating/cycle-rater.ts'
import { spanOf } from '#domain/rating/cycle-span.ts'
import type { RuleFact } from '#domain/rule-evaluation.ts'
import type { ReadingTrigger } from '#domain/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'
import { cycleFacts } from '../records/cycle-facts.ts'
import { currentPools } from '../records/pools.ts'
import { termsOfCycle } from '../records/terms.queries.ts'
import type { BillingCalendar } from '../usage/local-hours.ts'

export interface ReadingSource {
  readonly db: Database
  readonly pool: Pool
}

export interface ReadCompany {
  readonly companyId: number
  readonly calendar: BillingCalendar
}

type ReadingFact = Extract<RuleFact, { kind: 'reading' }>

/** A reading of a SIM, a pool or a company: with the ICC or the plan, '' where it has none. */
export interface Reading {
  readonly iccid: string
  readonly planCode: string
  readonly fact: ReadingFact
}

/** Bytes to percent, rounded down: 100 is reached with the last byte that is included. */
const percentOf = (used: number, included: number): number => Math.floor((used * 100) / included)

const scopeOfCompany = (companyId: number) => ({ kind: 'companies', ids: [companyId], top: companyId }) as const

/** The pools of a company in its running cycle. */
export async function poolReadings(db: Database, { companyId }: ReadCompany, now: Date): Promise<Reading[]> {
  const { rows } = await sql<{ planCode: string; used: number; included: number; cycleStart: Day }>`
    SELECT p.plan_code AS "planCode", p.used_bytes::float8 AS used, (p.pool_mb * 1048576)::float8 AS included, p.cycle_start AS "cycleStart"
    FROM ${currentPools(scopeOfCompany(companyId), now)} p ORDER BY 1`.execute(db)
  return rows.map(({ planCode, used, included, cycleStart }) => ({
    ...{ iccid: '', planCode },
    fact: { kind: 'reading', at: now.getTime(), period: cycleStart, amount: percentOf(used, included) },
  }))
}

/** A company's cycles as its charges show them, from one on: an estimate until the invoice is issued. */
export async function chargeReadings(
  db: Database,
  { companyId }: ReadCompany,
  { currency, from }: { readonly currency: string; readonly from: Day },
): Promise<{ readonly period: Day; readonly end: Day; readonly amount: number }[]> {
  const { rows } = await sql<{ period: Day; end: Day; amount: number }>`
    SELECT cycle_start AS period, cycle_end AS "end", total_minor AS amount FROM charges
    WHERE company_id = ${companyId} AND currency = ${currency} AND kind = 'invoice' AND cycle_start >= ${from}
    ORDER BY 1`.execute(db)
  return rows
}

/** SIMs whose minimum stay ends in so many days or fewer, and has not ended. */
async function stayReadings(db: Database, { companyId, calendar }: ReadCompany, now: Date, days: number): Promise<Reading[]> {
  const today = localDay(now, calendar.timeZone)
  const { rows } = await sql<{ iccid: string; until: Day }>`
    SELECT iccid, plan_bound_until AS until FROM sims
    WHERE company_id = ${companyId} AND plan_bound_until >= ${today}::date AND plan_bound_until <= ${today}::date + ${days}::int
    ORDER BY iccid`.execute(db)
  return rows.map(({ iccid, until }) => ({ iccid, planCode: '', fact: stayFact(until, today, now.getTime()) }))
}

/** @param today the company's day of the reading */
export const stayFact = (until: Day, today: Day, at: number): ReadingFact => ({
  ...{ kind: 'reading', at, period: until },
  amount: Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS),
})

/** What a SIM costs, minor units: its lines in one currency. */
export const costOf = (rated: readonly RatedLines[], currency: string): number =>
  rated
    .filter(({ terms }) => terms.currency === currency)
    .reduce((sum, { lines }) => sum + lines.reduce((ofPlan, { amountMinor }) => ofPlan + amountMinor, 0), 0)

/** Rates SIMs for the part of a cycle until a moment: what they have cost by then, without extrapolation. */
export async function raterUntil(
  db: Database,
  { calendar: { timeZone } }: ReadCompany,
  cycle: BillingCycle,
): Promise<(untilMs: number) => CycleRater> {
  const { fromMs, toMs } = spanOf(cycle, timeZone)
  const termsOf = await termsOfCycle(db, cycle.start)
  return (untilMs) => new CycleRater({ cycle, span: { fromMs, toMs: Math.min(toMs, untilMs) }, timeZone, termsOf })
}

/** What each SIM of a company has cost in the running cycle, some thousands at a time. */
async function* simCostReadings(
  source: ReadingSource,
  company: ReadCompany,
  now: Date,
  currency: string,
): AsyncGenerator<Reading[]> {
  const { companyId, calendar } = company
  const cycle = billingCycleAt(now, calendar.anchorDay, calendar.timeZone)
  const { fromMs } = spanOf(cycle, calendar.timeZone)
  const rater = (await raterUntil(source.db, company, cycle))(now.getTime())
  const span = { fromMs, toMs: now.getTime() }
  for await (const sims of cycleFacts(source, { companyId, cycle, span, usage: 'live', isInBackground: true })) {
    // a SIM that has left the company has no rule here
    yield sims.flatMap((facts) =>
      facts.now
        ? [
            {
              ...{ iccid: facts.iccid, planCode: '' },
              fact: { kind: 'reading', at: now.getTime(), period: cycle.start, amount: costOf(rater.rate(facts), currency) },
            },
          ]
        : [],
    )
  }
}

/** The present readings that a trigger is about, in parts. */
export async function* readingsNow(
  source: ReadingSource,
  company: ReadCompany,
  trigger: ReadingTrigger,
  now: Date,
): AsyncGenerator<Reading[]> {
  if (trigger.kind === 'pool') yield await poolReadings(source.db, company, now)
  else if (trigger.kind === 'stay') yield await stayReadings(source.db, company, now, trigger.days)
  else if (trigger.kind === 'simCost') yield* simCostReadings(source, company, now, trigger.currency)
  else {
    const { timeZone, anchorDay } = company.calendar
    const from = billingCycleAt(now, anchorDay, timeZone).start
    const [running] = await chargeReadings(source.db, company, { currency: trigger.currency, from })
    if (!running) return
    const { period, amount } = running
    yield [{ iccid: '', planCode: '', fact: { kind: 'reading', at: now.getTime(), period, amount } }]
  }
}
