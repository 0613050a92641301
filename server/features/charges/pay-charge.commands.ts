import type { CallData, CallInput } from '#contract/call.ts'
import { CHARGE_ACTION_SENTENCES as SENTENCES } from '#contract/charges/charge-action-messages.ts'
import type { payCharge as payCall } from '#contract/charges/charge-actions.calls.ts'
import { type Day, localDay } from '#domain/billing-cycle.ts'
import { startOfDay } from '#domain/rating/cycle-span.ts'
import { canPay } from '#domain/rating/documents.ts'
import { HOUR_MS } from '#domain/time.ts'
import { AppError, type Sentence } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { documentRejection, type LockedDocument, lockDocument } from './locked-document.queries.ts'

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
    await trx
      .updateTable('charges')
      .set({ state: 'paid', paid_at: at, payment_reference: reference })
      .where('company_id', '=', document.companyId)
      .where('document_id', '=', documentId)
      .execute()
    const after = { documentNumber: document.documentNumber, paidAt: at.toISOString(), reference }
    const entry = { action: 'invoice.paid', entity: 'charge', entityId: String(documentId), companyId: document.companyId }
    await audit(trx, ctx, { ...entry, after })
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
