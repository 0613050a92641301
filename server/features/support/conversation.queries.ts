import { sql } from 'kysely'
import {
  type ConversationData,
  type OwnConversation,
  SUPPORT_PAGE,
  type SupportMessage,
} from '#contract/support/support.calls.ts'
import type { SupportSide } from '#domain/support.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { type ConversationRow, ownRow, requireRow } from './conversation-row.ts'

type MessageRow = Omit<SupportMessage, 'at'> & { readonly at: Date }

const MESSAGE = sql`message_no AS "messageNo", key, side, author, text, at, page, title, iccid AS icc, language, browser`

const messageData = ({ at, ...row }: MessageRow): SupportMessage => ({ ...row, at: at.toISOString() })

type Key = Pick<ConversationRow, 'companyId' | 'conversationId'>

/** The message with its writer's key. */
export async function messageByKey(
  db: Database | DatabaseTransaction,
  { companyId, conversationId }: Key,
  key: string,
): Promise<SupportMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT ${MESSAGE} FROM support_messages
    WHERE company_id = ${companyId} AND conversation_id = ${conversationId} AND key = ${key}`.execute(db)
  return rows[0] && messageData(rows[0])
}

/** The last messages, or those before one, oldest first. */
async function messagesOf({ db }: Pick<Ctx, 'db'>, { companyId, conversationId }: Key, before: number | undefined) {
  const { rows } = await sql<MessageRow>`
    SELECT ${MESSAGE} FROM support_messages
    WHERE company_id = ${companyId} AND conversation_id = ${conversationId}
      AND ${before === undefined ? sql`true` : sql`message_no < ${before}`}
    ORDER BY message_no DESC LIMIT ${SUPPORT_PAGE + 1}`.execute(db)
  return { messages: rows.slice(0, SUPPORT_PAGE).reverse().map(messageData), hasOlder: rows.length > SUPPORT_PAGE }
}

/** The state of a conversation for one side. */
const sideData = (row: ConversationRow, side: SupportSide) => ({
  state: row.state,
  unread: side === 'person' ? row.personUnread : row.operatorUnread,
  othersReadNo: side === 'person' ? row.operatorReadNo : row.personReadNo,
})

const NOTHING: OwnConversation = { state: 'open', unread: 0, othersReadNo: 0, messages: [], hasOlder: false }

export async function readOwn(ctx: Ctx, before: number | undefined): Promise<OwnConversation> {
  const row = await ownRow(ctx.db, ctx.actor)
  return row ? { ...sideData(row, 'person'), ...(await messagesOf(ctx, row, before)) } : NOTHING
}

type People = Pick<ConversationData, 'companyName' | 'person' | 'email' | 'assignee'>

export async function readForOperator(ctx: Ctx, id: number, before: number | undefined): Promise<ConversationData> {
  const row = await requireRow(ctx.db, ctx.actor, id)
  const { companyId, conversationId, userId, assignedTo, waitingSince } = row
  const { rows } = await sql<People>`
    SELECT c.business_name AS "companyName", coalesce(trim(u.name || ' ' || u.last_name), '') AS person, coalesce(u.email, '') AS email,
      coalesce(trim(a.name || ' ' || a.last_name), '') AS assignee
    FROM companies c
    LEFT JOIN users u ON u.user_id = ${userId}
    LEFT JOIN users a ON a.user_id = ${assignedTo}
    WHERE c.company_id = ${companyId}`.execute(ctx.db)
  const { companyName = '', person = '', email = '', assignee = '' } = rows[0] ?? {}
  return {
    conversationId,
    companyId,
    companyName,
    userId,
    person,
    email,
    assignee,
    waitingSince: waitingSince?.toISOString() ?? null,
    isMine: assignedTo === ctx.actor.userId,
    ...sideData(row, 'operator'),
    ...(await messagesOf(ctx, row, before)),
  }
}
