import { sql } from 'kysely'
import { CHARGE_ACTION_SENTENCES as SENTENCES } from '#contract/charges/charge-action-messages.ts'
import type { DocumentKind, DocumentState } from '#domain/rating/documents.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

/** A document locked until the transaction ends. */
export interface LockedDocument {
  readonly companyId: number
  readonly timeZone: string
  readonly kind: DocumentKind
  readonly state: DocumentState
  readonly documentNumber: string | null
  readonly totalMinor: number
  readonly currency: string
  readonly issuedAt: Date | null
}

/** @throws AppError not_found also for a document of another company */
export async function lockDocument(ctx: Ctx, trx: DatabaseTransaction, documentId: number): Promise<LockedDocument> {
  const { rows } = await sql<LockedDocument>`
    SELECT c.company_id AS "companyId", co.time_zone AS "timeZone", c.kind, c.state, c.document_number AS "documentNumber",
      c.total_minor AS "totalMinor", c.currency, c.issued_at AS "issuedAt"
    FROM charges c JOIN companies co ON co.company_id = c.company_id
    WHERE c.document_id = ${documentId} AND ${inScope(scopeOf(ctx.actor), sql`c.company_id`)} FOR UPDATE OF c`.execute(trx)
  const [document] = rows
  if (!document) throw new AppError('not_found', { sentence: SENTENCES.unknown })
  return document
}

/** The error for a document that cannot be paid or credited. */
export function documentRejection({ kind, state }: LockedDocument): AppError {
  if (kind === 'credit_note') return new AppError('conflict', { sentence: SENTENCES.isCreditNote })
  if (state === 'paid') return new AppError('conflict', { sentence: SENTENCES.alreadyPaid })
  return new AppError('conflict', { sentence: state === 'void' ? SENTENCES.alreadyVoid : SENTENCES.notIssued })
}
