import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { SupportMessage, writeToSupport } from '#contract/support/support.calls.ts'
import { SUPPORT_SENTENCES } from '#contract/support/support-messages.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { browserOf } from '#domain/support.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { messageByKey } from './conversation.queries.ts'
import { type ConversationRow, ownRow } from './conversation-row.ts'
import { addMessage, markRead } from './write-message.ts'

type Body = CallInput<typeof writeToSupport>['body']

/** Messages that one user may write in a minute; faster than typing. */
const PER_MINUTE = 20

/** Writes into the actor's own conversation, which starts with its first message. */
export async function writeOwn(ctx: Ctx, { key, text, page, title, icc }: Body, userAgent: string): Promise<SupportMessage> {
  const iccid = icc === null ? null : await visibleIccid(ctx, icc)
  return inTransaction(ctx, async (trx) => {
    const row = await beginOwn(trx, ctx)
    if (!(await messageByKey(trx, row, key))) await limitWriter(trx, ctx, row)
    return addMessage(trx, ctx, row, { side: 'person', key, text, page, title, iccid, browser: browserOf(userAgent) })
  })
}

async function beginOwn(trx: DatabaseTransaction, { actor, now, language }: Ctx): Promise<ConversationRow> {
  await sql`
    INSERT INTO support_conversations (company_id, user_id, person_language, last_at, created_at, updated_at)
    VALUES (${actor.companyId}, ${actor.userId}, ${language}, ${now}, ${now}, ${now})
    ON CONFLICT (company_id, user_id) DO NOTHING`.execute(trx)
  const row = await ownRow(trx, actor)
  if (!row) throw new Error(`user ${actor.userId} has no conversation`)
  return row
}

async function limitWriter(
  trx: DatabaseTransaction,
  { now }: Ctx,
  { companyId, conversationId }: ConversationRow,
): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM (
      SELECT at, side FROM support_messages WHERE company_id = ${companyId} AND conversation_id = ${conversationId}
      ORDER BY message_no DESC LIMIT ${2 * PER_MINUTE}
    ) m WHERE side = 'person' AND at > ${new Date(now.getTime() - MINUTE_MS)} ORDER BY at`.execute(trx)
  const first = rows.at(-PER_MINUTE)
  if (!first) return
  const retryAfterS = Math.max(1, Math.ceil((first.at.getTime() + MINUTE_MS - now.getTime()) / 1000))
  throw new AppError('too_many_requests', { retryAfterS, sentence: SUPPORT_SENTENCES.tooFast })
}

/** The SIM that the writer has open; null for one outside their scope. */
async function visibleIccid({ db, actor }: Ctx, icc: string): Promise<string | null> {
  if (!actor.permits.includes('sims')) return null
  const { rows } = await sql<{ iccid: string }>`
    SELECT iccid FROM sim_registry
    WHERE iccid = ANY(${iccidCandidates(icc)}::text[]) AND ${inScope(scopeOf(actor), sql`company_id`)}`.execute(db)
  return rows[0]?.iccid ?? null
}

/** Marks answers as read up to one. */
export function readOwnUpTo(ctx: Ctx, upTo: number): Promise<{ unread: number }> {
  return inTransaction(ctx, async (trx) => {
    const row = await ownRow(trx, ctx.actor)
    if (!row || row.personUnread === 0 || upTo <= row.personReadNo) return { unread: row?.personUnread ?? 0 }
    return markRead(trx, ctx, row, { side: 'person', upTo })
  })
}
