import { type RawBuilder, sql } from 'kysely'
import { PAYMENT_DAYS } from '#domain/invoices.ts'
import { CLOSING_DAYS } from '#domain/rating/cycle-span.ts'

/** Documents with their companies: what the fragments below are about. */
export const CHARGES = sql`charges c JOIN companies co ON co.company_id = c.company_id`

/** Whom it bills: by the name of the day of its issue, and until then by that of now. */
export const clientName = sql<string>`coalesce(c.customer_name, co.business_name)`

/** Until when an invoice is to be paid, and when that of a running cycle is issued; days of the company's calendar. */
export const dueOn = sql<string | null>`CASE WHEN c.kind = 'credit_note' THEN NULL
  WHEN c.issued_at IS NULL THEN c.cycle_end + ${sql.lit(CLOSING_DAYS)} ELSE c.issued_on + ${sql.lit(PAYMENT_DAYS)} END`

/** The state as it is told: an invoice past its day is overdue. */
export function stateAt(now: Date): RawBuilder<string> {
  return sql<string>`CASE WHEN c.state = 'issued' AND c.kind = 'invoice'
    AND c.issued_on + ${sql.lit(PAYMENT_DAYS)} < (${now}::timestamptz AT TIME ZONE co.time_zone)::date THEN 'overdue' ELSE c.state END`
}

/** The invoice that a credit note takes back, the credit note of an invoice that was; NULL otherwise. */
export const otherNumber = sql<string | null>`CASE
  WHEN c.kind = 'credit_note' THEN (SELECT o.document_number FROM charges o
    WHERE o.company_id = c.company_id AND o.document_id = c.credited_document_id)
  WHEN c.state = 'void' THEN (SELECT o.document_number FROM charges o
    WHERE o.company_id = c.company_id AND o.credited_document_id = c.document_id) END`

/** The document whose lines it has: a credit note has those of its invoice, below zero. */
export const linesOf = sql<number>`coalesce(c.credited_document_id, c.document_id)`
