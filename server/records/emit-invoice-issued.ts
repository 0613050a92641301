import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import type { Database } from '../db/database.ts'
import { enqueueWebhooks } from './webhook-events.ts'

interface IssuedCycle {
  readonly companyId: number
  readonly cycle: Pick<BillingCycle, 'start'>
  readonly now: Date
}

/** Enqueues the 'invoice.issued' webhooks of a cycle, in the transaction that issued its invoices. */
export async function emitInvoiceIssued(
  db: Database,
  client: PoolClient,
  { companyId, cycle, now }: IssuedCycle,
): Promise<void> {
  const issued = sql`
    SELECT company_id, json_build_object('documentId', document_id, 'number', document_number, 'companyId', company_id,
      'cycleStart', cycle_start, 'cycleEnd', cycle_end, 'currency', currency, 'totalMinor', total_minor, 'sims', sims,
      'issuedAt', issued_at) AS item
    FROM charges WHERE company_id = ${companyId} AND cycle_start = ${cycle.start} AND kind = 'invoice' AND document_number IS NOT NULL`
  const { sql: text, parameters } = sql`
    WITH issued AS MATERIALIZED (${issued}) ${enqueueWebhooks('invoice.issued', now, sql`issued`)}`.compile(db)
  await client.query(text, [...parameters])
}
