import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { CHARGE_ACTION_SENTENCES as SENTENCES } from '#contract/charges/charge-action-messages.ts'
import type { creditCharge as creditCall } from '#contract/charges/charge-actions.calls.ts'
import { canCredit, documentNumber, SERIES } from '#domain/rating/documents.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { documentRejection, type LockedDocument, lockDocument } from './locked-document.queries.ts'

/** Voids an invoice by a credit note for its full amount. The note has no lines of its own: they are the invoice's, negated. */
export async function creditCharge(
  ctx: Ctx,
  documentId: number,
  reason: string,
): Promise<WithMessage<CallData<typeof creditCall>>> {
  const note = await inTransaction(ctx, async (trx) => {
    const invoice = await lockDocument(ctx, trx, documentId)
    if (!canCredit(invoice)) throw documentRejection(invoice)
    await trx
      .updateTable('charges')
      .set({ state: 'void' })
      .where('company_id', '=', invoice.companyId)
      .where('document_id', '=', documentId)
      .execute()
    const written = await writeCreditNote(trx, invoice, { documentId, reason, now: ctx.now })
    const after = { documentNumber: invoice.documentNumber, creditNote: written.documentNumber, reason }
    await audit(trx, ctx, {
      action: 'invoice.credited',
      entity: 'charge',
      entityId: String(documentId),
      companyId: invoice.companyId,
      before: { state: invoice.state },
      after,
    })
    return written
  })
  return new WithMessage(note, SENTENCES.credited)
}

interface CreditNote {
  readonly documentId: number
  readonly reason: string
  readonly now: Date
}

/** It names the parties of its invoice, also after a company has changed its name. */
async function writeCreditNote(
  trx: DatabaseTransaction,
  { companyId, timeZone, totalMinor, currency }: LockedDocument,
  { documentId, reason, now }: CreditNote,
): Promise<CallData<typeof creditCall>> {
  const series = await sql<{ number: number }>`
    UPDATE document_series SET last_number = last_number + 1 WHERE series = ${SERIES.credit_note}
    RETURNING last_number AS number`.execute(trx)
  const number = documentNumber('credit_note', series.rows[0]?.number ?? Number.NaN)
  const { rows } = await sql<{ documentId: number }>`
    WITH invoice AS (SELECT * FROM charges WHERE company_id = ${companyId} AND document_id = ${documentId})
    INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, totalled_at, kind,
      credited_document_id, document_number, lines, sims, reason, customer_name, customer_tin, customer_country, issuer_name, issuer_tin,
      issuer_country, issued_on)
    SELECT company_id, cycle_start, cycle_end, 'issued', -total_minor, currency, ${now}, ${now}, 'credit_note', document_id, ${number},
      lines, sims, ${reason}, customer_name, customer_tin, customer_country, issuer_name, issuer_tin, issuer_country,
      (${now}::timestamptz AT TIME ZONE ${timeZone})::date
    FROM invoice RETURNING document_id AS "documentId"`.execute(trx)
  // negative, but not -0
  return { documentId: rows[0]?.documentId ?? 0, documentNumber: number, total: 0 - totalMinor, currency }
}
