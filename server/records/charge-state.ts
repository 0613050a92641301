import { type RawBuilder, sql } from 'kysely'
import { PAYMENT_DAYS } from '#domain/invoices.ts'
import { CLOSING_DAYS } from '#domain/rating/cycle-span.ts'

// of charges c JOIN companies co

/** The due date of an invoice, and the issue date of a running cycle; days of the company's calendar. */
export const dueOn = sql<string | null>`CASE WHEN c.kind = 'credit_note' THEN NULL
  WHEN c.issued_at IS NULL THEN c.cycle_end + ${sql.lit(CLOSING_DAYS)} ELSE c.issued_on + ${sql.lit(PAYMENT_DAYS)} END`

/** The displayed state: an invoice past its due date is overdue. */
export function stateAt(now: Date): RawBuilder<string> {
  return sql<string>`CASE WHEN c.state = 'issued' AND c.kind = 'invoice'
    AND c.issued_on + ${sql.lit(PAYMENT_DAYS)} < (${now}::timestamptz AT TIME ZONE co.time_zone)::date THEN 'overdue' ELSE c.state END`
}
