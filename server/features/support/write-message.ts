import { sql } from 'kysely'
import type { SupportMessage } from '#contract/support/support.calls.ts'
import type { SupportSide } from '#domain/support.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { messageByKey } from './conversation.queries.ts'
import type { ConversationRow } from './conversation-row.ts'

/** A reader who was notified and has not read since gets no further mail for this long. */
const REMINDER_PAUSE_S = 3600
/** Characters of a message in the operator's list. */
const PREVIEW = 160

type NewMessage = Pick<SupportMessage, 'side' | 'key' | 'text' | 'page' | 'title' | 'browser'> & {
  readonly iccid: string | null
}

/** Adds a message to a conversation whose row is locked; a message with the same key of its writer is not added twice. */
export async function addMessage(
  trx: DatabaseTransaction,
  ctx: Ctx,
  row: ConversationRow,
  message: NewMessage,
): Promise<SupportMessage> {
  const known = await messageByKey(trx, row, message.key)
  if (known) return known
  const { actor, now, language } = ctx
  const { companyId, conversationId } = row
  const { side, key, text, page, title, iccid, browser } = message
  const author = `${actor.name} ${actor.lastName}`.trim()
  const messageNo = row.lastNo + 1
  await sql`
    INSERT INTO support_messages (company_id, conversation_id, message_no, key, side, user_id, author, text, at, page, title, iccid, language,
      browser)
    VALUES (${companyId}, ${conversationId}, ${messageNo}, ${key}, ${side}, ${actor.userId}, ${author}, ${text}, ${now}, ${page},
      ${title}, ${iccid}, ${language}, ${browser})`.execute(trx)
  const preview = [...text.replace(/\s+/g, ' ')].slice(0, PREVIEW).join('')
  await sql`
    UPDATE support_conversations SET state = 'open', last_no = ${messageNo}, last_side = ${side}, last_text = ${preview},
      last_at = greatest(last_at, ${now}), updated_at = ${now}, ${side === 'person' ? ofPerson(ctx, row) : ofOperator(ctx, row)}
    WHERE company_id = ${companyId} AND conversation_id = ${conversationId}`.execute(trx)
  return {
    ...{ messageNo, key, side, author, text, page, title, icc: iccid, language, browser },
    at: now.toISOString(),
  }
}

/** The other side is mailed when the message has waited long enough, or a while after its last notification. */
function dueAt({ now, config }: Ctx, notifiedAt: Date | null): Date {
  const waited = now.getTime() + config.SUPPORT_MAIL_SECONDS * 1000
  const paused = notifiedAt ? notifiedAt.getTime() + REMINDER_PAUSE_S * 1000 : 0
  return new Date(Math.max(waited, paused))
}

const ofPerson = (ctx: Ctx, row: ConversationRow) => sql`
  waiting_since = coalesce(waiting_since, ${ctx.now}), person_language = ${ctx.language}, operator_unread = operator_unread + 1,
  operator_mail_due_at = coalesce(operator_mail_due_at, ${dueAt(ctx, row.operatorNotifiedAt)})`

const ofOperator = (ctx: Ctx, row: ConversationRow) => sql`
  waiting_since = NULL, assigned_to = coalesce(assigned_to, ${ctx.actor.userId}), operator_language = ${ctx.language},
  person_unread = person_unread + 1, person_mail_due_at = coalesce(person_mail_due_at, ${dueAt(ctx, row.personNotifiedAt)})`

/** Marks messages of the other side as read up to one, in a conversation whose row is locked. */
export async function markRead(
  trx: DatabaseTransaction,
  { now }: Ctx,
  { companyId, conversationId, lastNo }: ConversationRow,
  { side, upTo }: { readonly side: SupportSide; readonly upTo: number },
): Promise<{ unread: number }> {
  const column = (name: 'read_no' | 'unread' | 'told_at' | 'mail_due_at') => sql.ref(`${side}_${name}`)
  const { rows } = await sql<{ unread: number }>`
    UPDATE support_conversations s SET ${column('read_no')} = n.no, ${column('unread')} = n.unread, updated_at = ${now},
      ${column('told_at')} = NULL, ${column('mail_due_at')} = CASE WHEN n.unread > 0 THEN ${column('mail_due_at')} END
    FROM (
      SELECT least(${upTo}::int, ${lastNo}::int) AS no, count(*)::int AS unread FROM support_messages
      WHERE company_id = ${companyId} AND conversation_id = ${conversationId} AND side <> ${side} AND message_no > ${upTo}
    ) n
    WHERE s.company_id = ${companyId} AND s.conversation_id = ${conversationId}
    RETURNING n.unread`.execute(trx)
  return { unread: rows[0]?.unread ?? 0 }
}
