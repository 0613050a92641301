import { sql } from 'kysely'
import { SUPPORT_SENTENCES } from '#contract/support/support-messages.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

type Db = Database | DatabaseTransaction

export interface ConversationRow {
  readonly companyId: number
  readonly conversationId: number
  readonly userId: number
  readonly state: 'open' | 'closed'
  readonly assignedTo: number | null
  readonly lastNo: number
  readonly waitingSince: Date | null
  readonly personReadNo: number
  readonly operatorReadNo: number
  readonly personUnread: number
  readonly operatorUnread: number
  /** when each side was last mailed about unread messages */
  readonly personNotifiedAt: Date | null
  readonly operatorNotifiedAt: Date | null
}

const COLUMNS = sql`
  company_id AS "companyId", conversation_id AS "conversationId", user_id AS "userId", state, assigned_to AS "assignedTo",
  last_no AS "lastNo", waiting_since AS "waitingSince", person_read_no AS "personReadNo", operator_read_no AS "operatorReadNo",
  person_unread AS "personUnread", operator_unread AS "operatorUnread",
  person_told_at AS "personNotifiedAt", operator_told_at AS "operatorNotifiedAt"`

/** Every change of a conversation locks its row, so that messages are numbered in the order in which they become visible. */
const lockOf = (db: Db) => (db.isTransaction ? sql`FOR NO KEY UPDATE` : sql``)

/** The actor's own conversation, locked in a transaction; undefined before the first message. */
export async function ownRow(db: Db, { companyId, userId }: Actor): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT ${COLUMNS} FROM support_conversations
    WHERE company_id = ${companyId} AND user_id = ${userId} ${lockOf(db)}`.execute(db)
  return rows[0]
}

/** A conversation that an administrator answers, locked in a transaction. Throws not_found. */
export async function requireRow(db: Db, actor: Actor, conversationId: number): Promise<ConversationRow> {
  const { rows } = await sql<ConversationRow>`
    SELECT ${COLUMNS} FROM support_conversations
    WHERE conversation_id = ${conversationId} AND ${inScope(scopeOf(actor), sql`company_id`)} ${lockOf(db)}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('not_found', { sentence: SUPPORT_SENTENCES.unknown })
  return row
}
