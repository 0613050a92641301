import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { CycleRater } from '#domain/rating/cycle-rater.ts'
import { cycleFrom, elapsedShare, spanOf } from '#domain/rating/cycle-span.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { termsOfCycle } from '#server/records/terms.queries.ts'
import { inClientTransaction } from './client-transaction.ts'
import type { CompanyBooks } from './company-books.queries.ts'
import { CurrencyTallies } from './document-tally.ts'
import { deleteEmptyDocuments, writeTermsAndSums } from './documents.commands.ts'
import type { BillingServices } from './issue-cycle.ts'
import type { CompanyCycle } from './rate-company.ts'

/**
 * Estimates a company's cycles that are not issued: the running one as of its end, and one that waits for late records as it is. By
 * the rules of the invoice; no lines are kept.
 */
export async function estimateCycles(services: BillingServices, books: CompanyBooks): Promise<void> {
  const now = services.clock()
  const { companyId, timeZone } = books
  for (const cycle of openCycles(books, now)) {
    const of = { companyId, timeZone, cycle }
    const tallies = await estimateCycle(services, of, now)
    await inClientTransaction(services.pool, (client) => writeEstimate(client, of, { tallies, now }))
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

async function estimateCycle(
  services: BillingServices,
  { companyId, timeZone, cycle }: CompanyCycle,
  now: Date,
): Promise<CurrencyTallies> {
  const whole = spanOf(cycle, timeZone)
  const share = elapsedShare(whole, now)
  const span = { fromMs: whole.fromMs, toMs: Math.min(whole.toMs, now.getTime()) }
  const termsOf = await termsOfCycle(services.db, cycle.start)
  const rater = new CycleRater({ cycle, span, timeZone, termsOf, elapsed: share })
  const tallies = new CurrencyTallies()
  const usage = share < 1 ? 'live' : 'days'
  for await (const sims of cycleFacts(services, { companyId, cycle, span, usage })) {
    for (const facts of sims) {
      tallies.addSim(rater.rate(facts))
    }
    await yieldToEventLoop()
  }
  for (const pool of rater.ratePools()) tallies.add(pool)
  return tallies
}

interface Estimate {
  readonly tallies: CurrencyTallies
  readonly now: Date
}

/** Writes the estimate into the cycle's documents, unless it was issued meanwhile. */
async function writeEstimate(client: PoolClient, of: CompanyCycle, { tallies, now }: Estimate): Promise<void> {
  const { companyId, cycle, timeZone } = of
  const { rowCount } = await client.query(
    'SELECT FROM billing_calendars WHERE company_id = $1 AND next_cycle <= $2 FOR UPDATE',
    [companyId, cycle.start],
  )
  if (rowCount === 0) return
  const state = spanOf(cycle, timeZone).toMs <= now.getTime() ? 'closing' : 'open'
  await deleteEmptyDocuments(client, of, tallies)
  for (const [currency, tally] of tallies.byCurrency) {
    const { rows } = await client.query<{ document_id: number }>(
      `INSERT INTO charges AS c (company_id, cycle_start, cycle_end, state, total_minor, currency, sims, totalled_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (company_id, cycle_start, currency) WHERE kind = 'invoice' DO UPDATE SET cycle_end = excluded.cycle_end,
         state = excluded.state, total_minor = excluded.total_minor, sims = excluded.sims, totalled_at = excluded.totalled_at
       WHERE c.document_number IS NULL
       RETURNING document_id`,
      [companyId, cycle.start, cycle.end, state, tally.totals.amountMinor, currency, tally.sims, now],
    )
    for (const { document_id } of rows) await writeTermsAndSums(client, { companyId, documentId: document_id, tally })
  }
}
