import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { DRAFT_SENTENCES } from '#contract/drafts/draft-messages.ts'
import { type DraftData, draftList, type listDrafts } from '#contract/drafts/drafts.calls.ts'
import { DRAFT_LIFE_MS, type DraftState, draftExpiresAt, draftStateAt } from '#domain/drafts.ts'
import { AppError } from '#server/app-error.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'

const NEWEST_FIRST = keyset([{ expression: sql`d.draft_id`, type: 'integer' }], 'DESC')

/** The drafts of the reader's companies that wait, the newest first. */
export function draftPage(
  ctx: Ctx,
  { kind, company, limit, cursor }: CallInput<typeof listDrafts>['query'],
): Promise<ListPageAnswer> {
  const conditions = [
    inScope(scopeOf(ctx.actor), sql`d.company_id`),
    sql`d.state = 'waiting' AND d.created_at > ${new Date(ctx.now.getTime() - DRAFT_LIFE_MS)}`,
    ...(kind ? [sql`d.kind = ${kind}`] : []),
    ...(company ? [sql`d.company_id = ${company}`] : []),
    NEWEST_FIRST.after(cursor),
  ]
  return pageOfCells(
    ctx,
    sql`
      SELECT d.draft_id, d.kind, d.company_id, c.business_name, coalesce(d.body ->> 'name', ''), d.actor, d.reason,
        ${momentText(sql`d.created_at`)}, ${momentText(sql`(d.created_at + ${sql.lit(DRAFT_LIFE_MS)} * interval '1 millisecond')`)}
      FROM drafts d JOIN companies c ON c.company_id = d.company_id
      WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy} LIMIT ${limit}`,
    { order: NEWEST_FIRST, keysOf: keysIn(draftList.names, ['draftId']), limit },
  )
}

export interface StoredDraft extends Omit<DraftData, 'company' | 'state' | 'createdAt' | 'expiresAt' | 'answeredAt'> {
  readonly companyId: number
  readonly state: Exclude<DraftState, 'expired'>
  readonly createdAt: Date
  readonly answeredAt: Date | null
}

/**
 * A draft in the reader's scope, locked in a transaction.
 * @throws AppError not_found, also for another tenant's
 */
async function requireStoredDraft(db: Database | DatabaseTransaction, ctx: Ctx, draftId: number): Promise<StoredDraft> {
  const { rows } = await sql<StoredDraft>`
    SELECT d.company_id AS "companyId", c.business_name AS "companyName", d.draft_id::float8 AS "draftId", d.kind, d.state, d.body, d.reason,
      d.actor AS "draftedBy", d.created_at AS "createdAt", d.answered_at AS "answeredAt", coalesce(d.answered_by, '') AS "answeredBy",
      d.made_id::float8 AS "madeId", d.is_changed AS changed
    FROM drafts d JOIN companies c ON c.company_id = d.company_id
    WHERE d.draft_id = ${draftId} AND ${inScope(scopeOf(ctx.actor), sql`d.company_id`)}
    ${db.isTransaction ? sql`FOR UPDATE OF d` : sql``}`.execute(db)
  const [draft] = rows
  if (!draft) throw new AppError('not_found', { sentence: DRAFT_SENTENCES.unknown })
  return draft
}

/** @throws AppError not_found; conflict when it was answered, or has expired */
export async function requireWaitingDraft(trx: DatabaseTransaction, ctx: Ctx, draftId: number): Promise<StoredDraft> {
  const draft = await requireStoredDraft(trx, ctx, draftId)
  if (draftStateAt(draft, ctx.now) !== 'waiting') throw new AppError('conflict', { sentence: DRAFT_SENTENCES.answered })
  return draft
}

/** A draft with what it would make, and what became of it. */
export async function draftData(ctx: Ctx, draftId: number): Promise<DraftData> {
  const { companyId, createdAt, answeredAt, state, ...draft } = await requireStoredDraft(ctx.db, ctx, draftId)
  return {
    ...draft,
    company: companyId,
    state: draftStateAt({ state, createdAt }, ctx.now),
    createdAt: createdAt.toISOString(),
    expiresAt: draftExpiresAt(createdAt).toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}
