import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import type { Database } from '../db/database.ts'
import { tellWebhooks } from './webhook-events.ts'

interface Issued {
  readonly companyId: number
  readonly cycle: Pick<BillingCycle, 'start'>
  readonly now: Date
}

/** Tells those who listen of the invoices of a cycle, in the transaction that has just issued them. */
export async function tellIssued(db: Database, client: PoolClient, { companyId, cycle, now }: Issued): Promise<void> {
  const issued = sql`(
    SELECT company_id, json_build_object('documentId', document_id, 'number', document_number, 'companyId', company_id,
      'cycleStart', cycle_start, 'cycleEnd', cycle_end, 'currency', currency, 'totalMinor', total_minor, 'sims', sims,
      'issuedAt', issued_at) AS item
    FROM charges WHERE company_id = ${companyId} AND cycle_start = ${cycle.start} AND kind = 'invoice' AND document_number IS NOT NULL
  )`
  const { sql: text, parameters } = tellWebhooks('invoice.issued', now, issued).compile(db)
  await client.query(text, [...parameters])
}
