import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { type BillingCycle, billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { CycleRater } from '#domain/rating/cycle-rater.ts'
import { cycleFrom, elapsedShare, spanOf } from '#domain/rating/cycle-span.ts'
import { type PaceBand, paceBand } from '#domain/rating/pace-band.ts'
import { DAY_MS } from '#domain/time.ts'
import { inClientTransaction } from '#server/db/client-transaction.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { termsOfCycle } from '#server/records/terms.queries.ts'
import type { CompanyBooks } from './company-books.queries.ts'
import { CurrencyTallies } from './document-tally.ts'
import { deleteEmptyDocuments, writeTermsAndSums } from './documents.commands.ts'
import type { BillingServices } from './issue-cycle.ts'
import type { CompanyCycle } from './rate-company.ts'

/** Days before today whose usage shows how much it varies: two cycles. Sums of days are kept for some more. */
const VARIATION_DAYS = 60

/**
 * Estimates a company's cycles that are not issued: the running one as of its end, and one that waits for late records as it is. By
 * the rules of the invoice; no lines are kept.
 */
export async function estimateCycles(services: BillingServices, books: CompanyBooks): Promise<void> {
  const now = services.clock()
  const { companyId, timeZone } = books
  for (const cycle of openCycles(books, now)) {
    const of = { companyId, timeZone, cycle }
    const estimate = await estimateCycle(services, of, now)
    await inClientTransaction(services.pool, (client) => writeEstimate(client, of, estimate))
  }
  await sql`UPDATE billing_calendars SET estimated_at = ${now} WHERE company_id = ${companyId}`.execute(services.db)
}

function openCycles({ nextCycle, anchorDay, timeZone }: CompanyBooks, now: Date): BillingCycle[] {
  const running = billingCycleAt(now, anchorDay, timeZone)
  const cycles: BillingCycle[] = []
  for (let cycle = cycleFrom(nextCycle, anchorDay); cycle.start <= running.start; cycle = cycleFrom(cycle.end, anchorDay)) {
    cycles.push(cycle)
  }
  return cycles
}

interface Estimate {
  readonly now: Date
  readonly expected: CurrencyTallies
  /** with the least and with the most usage that is probable; undefined when nothing is to come, or too little is known */
  readonly band: { readonly low: CurrencyTallies; readonly high: CurrencyTallies } | undefined
}

async function estimateCycle(services: BillingServices, of: CompanyCycle, now: Date): Promise<Estimate> {
  const { companyId, timeZone, cycle } = of
  const whole = spanOf(cycle, timeZone)
  const elapsed = elapsedShare(whole, now)
  const span = { fromMs: whole.fromMs, toMs: Math.min(whole.toMs, now.getTime()) }
  const termsOf = await termsOfCycle(services.db, cycle.start)
  const atPace = (pace: number) => ({
    rater: new CycleRater({ cycle, span, timeZone, termsOf, elapsed, pace }),
    tallies: new CurrencyTallies(),
  })
  const paces = elapsed < 1 ? await pacesOf(services, of, now) : undefined
  const expected = atPace(1)
  const ends = paces && { low: atPace(paces.low), high: atPace(paces.high) }
  const all = ends ? [expected, ends.low, ends.high] : [expected]
  const usage = elapsed < 1 ? 'live' : 'days'
  for await (const sims of cycleFacts(services, { companyId, cycle, span, usage })) {
    for (const facts of sims) {
      const bases = expected.rater.basesOf(facts)
      for (const { rater, tallies } of all) tallies.addSim(rater.rate(facts, bases))
    }
    await yieldToEventLoop()
  }
  for (const { rater, tallies } of all) {
    for (const pool of rater.ratePools()) tallies.add(pool)
  }
  return { now, expected: expected.tallies, band: ends && { low: ends.low.tallies, high: ends.high.tallies } }
}

/** The band of the company's usage until the end of the running cycle, by its whole days so far. */
async function pacesOf({ db }: BillingServices, of: CompanyCycle, now: Date): Promise<PaceBand | undefined> {
  const { companyId, timeZone, cycle } = of
  const today = localDay(now, timeZone)
  const { rows } = await sql<{ day: string; bytes: number }>`
    SELECT day, sum(data_bytes)::bigint AS bytes FROM usage_day_tallies
    WHERE company_id = ${companyId} AND day >= ${addDays(today, -VARIATION_DAYS)} AND day < ${today}
    GROUP BY 1 ORDER BY 1`.execute(db)
  const bytesOf = new Map(rows.map(({ day, bytes }) => [day, bytes]))
  const days: number[] = []
  for (let day = rows[0]?.day ?? today; day < today; day = addDays(day, 1)) days.push(bytesOf.get(day) ?? 0)
  const { fromMs, toMs } = spanOf(cycle, timeZone)
  return paceBand(days, { elapsedDays: (now.getTime() - fromMs) / DAY_MS, restDays: (toMs - now.getTime()) / DAY_MS })
}

/** Writes the estimate into the cycle's documents, unless it was issued meanwhile. */
async function writeEstimate(client: PoolClient, of: CompanyCycle, { now, expected, band }: Estimate): Promise<void> {
  const { companyId, cycle, timeZone } = of
  const { rowCount } = await client.query(
    'SELECT FROM billing_calendars WHERE company_id = $1 AND next_cycle <= $2 FOR UPDATE',
    [companyId, cycle.start],
  )
  if (rowCount === 0) return
  const state = spanOf(cycle, timeZone).toMs <= now.getTime() ? 'closing' : 'open'
  await deleteEmptyDocuments(client, of, expected)
  for (const [currency, tally] of expected.byCurrency) {
    const total = tally.totals.amountMinor
    const totalOf = ({ byCurrency }: CurrencyTallies): number => byCurrency.get(currency)?.totals.amountMinor ?? total
    const [below, above] = band ? [total - totalOf(band.low), totalOf(band.high) - total] : [null, null]
    const { rows } = await client.query<{ document_id: number }>(
      `INSERT INTO charges AS c (company_id, cycle_start, cycle_end, state, total_minor, currency, sims, totalled_at, below_minor,
         above_minor)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (company_id, cycle_start, currency) WHERE kind = 'invoice' DO UPDATE SET cycle_end = excluded.cycle_end,
         state = excluded.state, total_minor = excluded.total_minor, sims = excluded.sims, totalled_at = excluded.totalled_at,
         below_minor = excluded.below_minor, above_minor = excluded.above_minor
       WHERE c.document_number IS NULL
       RETURNING document_id`,
      [companyId, cycle.start, cycle.end, state, total, currency, tally.sims, now, below, above],
    )
    for (const { document_id } of rows) await writeTermsAndSums(client, { companyId, documentId: document_id, tally })
  }
}
