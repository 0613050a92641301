import type { Pool, PoolClient } from 'pg'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { emitInvoiceIssued } from '#server/records/emit-invoice-issued.ts'
import { copyOn } from '../../db/copy-into.ts'
import type { Database } from '../../db/database.ts'
import { inClientTransaction } from './client-transaction.ts'
import { closeBooks } from './close-books.ts'
import { companyBooks } from './company-books.queries.ts'
import { documentsFor, issueDocuments } from './documents.commands.ts'
import { LINE_COLUMNS, LineSink } from './line-sink.ts'
import { type CompanyCycle, rateCompany } from './rate-company.ts'

export interface BillingServices {
  readonly pool: Pool
  readonly db: Database
  readonly clock: () => Date
}

/**
 * Issues the invoices of every cycle of a company whose time has come, one after the other. Wherever it is cut off, nothing of the
 * cycle at work is there, and the next attempt begins it anew. A company at which another process works is left to it.
 * @returns how many cycles were issued
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

/** Rates a cycle whose books are closed and issues its documents, in one transaction. @returns false when another process does or has done it */
function issueCycle(services: BillingServices, of: CompanyCycle): Promise<boolean> {
  return inClientTransaction(services.pool, async (client) => {
    const isOurs = await lockCalendar(client, of)
    if (isOurs) await writeDocuments(services, client, of)
    return isOurs
  })
}

/** Locks the company's calendar, unless another process has it locked or has issued the cycle. */
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
  const copy = copyOn(client, `charge_lines (${LINE_COLUMNS})`)
  const sink = new LineSink({ companyId, documents, write: copy.write })
  await rateCompany(services, of, sink)
  await copy.end()
  const now = services.clock()
  await issueDocuments(client, of, { documents, tallies: sink.tallies, now })
  await emitInvoiceIssued(services.db, client, { ...of, now })
  await client.query('UPDATE billing_calendars SET next_cycle = $2 WHERE company_id = $1', [companyId, cycle.end])
}
