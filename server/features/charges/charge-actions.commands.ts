import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { CHARGE_ACTION_SENTENCES as SENTENCES } from '#contract/charges/charge-action-messages.ts'
import type { creditCharge as creditCall, payCharge as payCall } from '#contract/charges/charge-actions.calls.ts'
import { type Day, localDay } from '#domain/billing-cycle.ts'
import { startOfDay } from '#domain/rating/cycle-span.ts'
import { canCredit, canPay, type DocumentKind, type DocumentState, documentNumber, SERIES } from '#domain/rating/documents.ts'
import { HOUR_MS } from '#domain/time.ts'
import { AppError, type Sentence } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'

const NOON_MS = 12 * HOUR_MS

/** Marks an issued invoice as paid, on a day from its issue date to today. */
export async function payCharge(
  ctx: Ctx,
  documentId: number,
  { paidOn, reference }: CallInput<typeof payCall>['body'],
): Promise<WithMessage<CallData<typeof payCall>>> {
  const paidAt = await inTransaction(ctx, async (trx) => {
    const document = await lockDocument(ctx, trx, documentId)
    if (!canPay(document)) throw documentRejection(document)
    const at = paidOn === undefined ? ctx.now : momentOf(paidOn, document, ctx.now)
    await updateOf(trx, document).set({ state: 'paid', paid_at: at, payment_reference: reference }).execute()
    const after = { documentNumber: document.documentNumber, paidAt: at.toISOString(), reference }
    await audit(trx, ctx, { ...entryOf(document), action: 'invoice.paid', after })
    return at
  })
  return new WithMessage({ documentId, state: 'paid', paidAt: paidAt.toISOString() }, SENTENCES.paid)
}

/** The present moment for today; noon for another day, which is on that day in every daylight saving. */
function momentOf(day: Day, { timeZone, issuedAt }: LockedDocument, now: Date): Date {
  const today = localDay(now, timeZone)
  if (day > today) throw invalidPaidOn(SENTENCES.paidInFuture)
  if (issuedAt && day < localDay(issuedAt, timeZone)) throw invalidPaidOn(SENTENCES.paidBeforeIssued)
  return day === today ? now : new Date(startOfDay(day, timeZone).getTime() + NOON_MS)
}

const invalidPaidOn = (sentence: Sentence): AppError => new AppError('invalid_request', { fields: { paidOn: sentence } })

/** Voids an invoice by a credit note for its full amount. The note has no lines of its own: they are the invoice's, negated. */
export async function creditCharge(
  ctx: Ctx,
  documentId: number,
  reason: string,
): Promise<WithMessage<CallData<typeof creditCall>>> {
  const note = await inTransaction(ctx, async (trx) => {
    const invoice = await lockDocument(ctx, trx, documentId)
    if (!canCredit(invoice)) throw documentRejection(invoice)
    await updateOf(trx, invoice).set({ state: 'void' }).execute()
    const written = await writeCreditNote(trx, invoice, reason, ctx.now)
    const after = { documentNumber: invoice.documentNumber, creditNote: written.documentNumber, reason }
    await audit(trx, ctx, { ...entryOf(invoice), action: 'invoice.credited', before: { state: invoice.state }, after })
    return written
  })
  return new WithMessage(note, SENTENCES.credited)
}

/** It names the parties of its invoice, also after a company has changed its name. */
async function writeCreditNote(
  trx: DatabaseTransaction,
  { companyId, documentId, timeZone, totalMinor, currency }: LockedDocument,
  reason: string,
  now: Date,
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

/** A document locked until the transaction ends. */
interface LockedDocument {
  readonly companyId: number
  readonly documentId: number
  readonly timeZone: string
  readonly kind: DocumentKind
  readonly state: DocumentState
  readonly documentNumber: string | null
  readonly totalMinor: number
  readonly currency: string
  readonly issuedAt: Date | null
}

/** @throws AppError not_found also for a document of another company */
async function lockDocument(ctx: Ctx, trx: DatabaseTransaction, documentId: number): Promise<LockedDocument> {
  const { rows } = await sql<LockedDocument>`
    SELECT c.company_id AS "companyId", c.document_id AS "documentId", co.time_zone AS "timeZone", c.kind, c.state,
      c.document_number AS "documentNumber", c.total_minor AS "totalMinor", c.currency, c.issued_at AS "issuedAt"
    FROM charges c JOIN companies co ON co.company_id = c.company_id
    WHERE c.document_id = ${documentId} AND ${inScope(scopeOf(ctx.actor), sql`c.company_id`)} FOR UPDATE OF c`.execute(trx)
  const [document] = rows
  if (!document) throw new AppError('not_found', { sentence: SENTENCES.unknown })
  return document
}

const updateOf = (trx: DatabaseTransaction, { companyId, documentId }: LockedDocument) =>
  trx.updateTable('charges').where('company_id', '=', companyId).where('document_id', '=', documentId)

const entryOf = ({ companyId, documentId }: LockedDocument) => ({ entity: 'charge', entityId: String(documentId), companyId })

/** The error for a document that cannot be paid or credited. */
function documentRejection({ kind, state }: LockedDocument): AppError {
  if (kind === 'credit_note') return new AppError('conflict', { sentence: SENTENCES.isCreditNote })
  if (state === 'paid') return new AppError('conflict', { sentence: SENTENCES.alreadyPaid })
  return new AppError('conflict', { sentence: state === 'void' ? SENTENCES.alreadyVoid : SENTENCES.notIssued })
}
