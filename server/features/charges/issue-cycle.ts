import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { inClientTransaction } from '#server/db/client-transaction.ts'
import { copyByTurns } from '#server/db/copy-into.ts'
import type { Database } from '#server/db/database.ts'
import { BILLED_USAGE, BilledUsageWriter } from '#server/records/billed-usage.ts'
import { emitInvoiceIssued } from '#server/records/emit-invoice-issued.ts'
import { lockLateUsage } from '#server/usage/late-usage.ts'
import { companyBooks } from './company-books.queries.ts'
import { documentsFor, issueDocuments } from './documents.commands.ts'
import { CHARGE_LINES, LineWriter } from './line-writer.ts'
import { type CompanyCycle, rateCompany } from './rate-company.ts'

export interface BillingServices {
  readonly pool: Pool
  readonly db: Database
  readonly clock: () => Date
}

/**
 * Issues the invoices of every due cycle of a company, one after the other. An interrupted cycle leaves nothing behind, and the
 * next attempt starts it again. A company locked by another process is skipped.
 * @returns the number of issued cycles
 */
export async function issueDueCycles(services: BillingServices, companyId: number): Promise<number> {
  for (let issued = 0; ; ) {
    const [books] = await companyBooks(services.db, services.clock(), companyId)
    if (!books) return issued
    const { timeZone } = books
    const cycle = cycleFrom(books.nextCycle, books.anchorDay)
    if (services.clock() < closesAt(cycle, timeZone)) return issued
    await closeBooks(services.db, companyId, cycle)
    if (!(await issueCycle(services, { companyId, timeZone, cycle }))) return issued
    issued++
  }
}

/**
 * Rates a closed cycle and issues its documents, in one transaction.
 * @returns false when another process has it or has done it
 */
function issueCycle(services: BillingServices, of: CompanyCycle): Promise<boolean> {
  return inClientTransaction(services.pool, async (client) => {
    const isOurs = await lockCalendar(client, of)
    if (isOurs) await writeDocuments(services, client, of)
    return isOurs
  })
}

/** Locks the company's calendar, unless another process has locked it or issued the cycle. */
async function lockCalendar(client: PoolClient, { companyId, cycle }: CompanyCycle): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM billing_calendars WHERE company_id = $1 AND next_cycle = $2 FOR UPDATE SKIP LOCKED',
    [companyId, cycle.start],
  )
  return rowCount === 1
}

async function writeDocuments(services: BillingServices, client: PoolClient, of: CompanyCycle): Promise<void> {
  const { companyId, cycle } = of
  const documents = await documentsFor(client, of)
  const copy = copyByTurns(client)
  const lines = new LineWriter({ companyId, documents, write: (text) => copy.write(CHARGE_LINES, text) })
  const usage = new BilledUsageWriter({ companyId, cycle, write: (text) => copy.write(BILLED_USAGE, text) })
  await rateCompany(services, of, { lines, usage })
  await copy.end()
  const now = services.clock()
  await issueDocuments(client, of, { documents, tallies: lines.tallies, now })
  await emitInvoiceIssued(services.db, client, { ...of, now })
  await client.query('UPDATE billing_calendars SET next_cycle = $2 WHERE company_id = $1', [companyId, cycle.end])
}

/**
 * Closes the books of a cycle: usage of its days that is counted afterwards is late, and goes to the next invoice. Late usage of
 * earlier cycles is charged in this one. Idempotent.
 */
async function closeBooks(db: Database, companyId: number, { start, end }: BillingCycle): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLateUsage(trx)
    const { rows } = await sql`
      UPDATE billing_calendars SET late_before = ${end}
      WHERE company_id = ${companyId} AND next_cycle = ${start} AND late_before < ${end} RETURNING company_id`.execute(trx)
    if (rows.length === 0) return
    await sql`
      UPDATE late_usage SET billed_cycle = ${start} WHERE company_id = ${companyId} AND billed_cycle IS NULL`.execute(trx)
  })
}
