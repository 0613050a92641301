import { type RawBuilder, sql } from 'kysely'
import { PAYMENT_DAYS } from '#domain/invoices.ts'
import { CLOSING_DAYS } from '#domain/rating/cycle-span.ts'

/** Documents with their companies: the source of the fragments below. */
export const CHARGES_WITH_COMPANY = sql`charges c JOIN companies co ON co.company_id = c.company_id`

/** The customer's name: as of the issue date, or the present one before. */
export const clientName = sql<string>`coalesce(c.customer_name, co.business_name)`

/** The due date of an invoice, and the issue date of a running cycle; days of the company's calendar. */
export const dueOn = sql<string | null>`CASE WHEN c.kind = 'credit_note' THEN NULL
  WHEN c.issued_at IS NULL THEN c.cycle_end + ${sql.lit(CLOSING_DAYS)} ELSE c.issued_on + ${sql.lit(PAYMENT_DAYS)} END`

/** The displayed state: an invoice past its due date is overdue. */
export function stateAt(now: Date): RawBuilder<string> {
  return sql<string>`CASE WHEN c.state = 'issued' AND c.kind = 'invoice'
    AND c.issued_on + ${sql.lit(PAYMENT_DAYS)} < (${now}::timestamptz AT TIME ZONE co.time_zone)::date THEN 'overdue' ELSE c.state END`
}

/** The invoice of a credit note, or the credit note of an invoice; NULL otherwise. */
export const otherNumber = sql<string | null>`CASE
  WHEN c.kind = 'credit_note' THEN (SELECT o.document_number FROM charges o
    WHERE o.company_id = c.company_id AND o.document_id = c.credited_document_id)
  WHEN c.state = 'void' THEN (SELECT o.document_number FROM charges o
    WHERE o.company_id = c.company_id AND o.credited_document_id = c.document_id) END`

/** The document that has the lines: a credit note has those of its invoice, negated. */
export const linesDocumentId = sql<number>`coalesce(c.credited_document_id, c.document_id)`
