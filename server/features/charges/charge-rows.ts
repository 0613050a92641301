import { sql } from 'kysely'

/** Documents with their companies: the source of the fragments below. */
export const CHARGES_WITH_COMPANY = sql`charges c JOIN companies co ON co.company_id = c.company_id`

/** The customer's name: as of the issue date, or the present one before. */
export const clientName = sql<string>`coalesce(c.customer_name, co.business_name)`

/** The invoice of a credit note, or the credit note of an invoice; NULL otherwise. */
export const otherNumber = sql<string | null>`CASE
  WHEN c.kind = 'credit_note' THEN (SELECT o.document_number FROM charges o
    WHERE o.company_id = c.company_id AND o.document_id = c.credited_document_id)
  WHEN c.state = 'void' THEN (SELECT o.document_number FROM charges o
    WHERE o.company_id = c.company_id AND o.credited_document_id = c.document_id) END`

/** The document that has the lines: a credit note has those of its invoice, negated. */
export const linesDocumentId = sql<number>`coalesce(c.credited_document_id, c.document_id)`
