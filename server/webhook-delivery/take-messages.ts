import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { IS_VOUCHED } from './vouching.ts'

/** Attempts on their way to one endpoint; only one to an endpoint that does not take them. */
const AT_ONCE = 8
/** Longer than an attempt can last: whoever says nothing for so long has died, and another makes the attempt again. */
const LEASE_MS = 60_000

/** A message in the hands of this process. */
export interface TakenMessage {
  readonly companyId: number
  readonly endpointId: number
  readonly messageId: number
  readonly uid: string
  readonly body: string
  readonly attempts: number
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
}

/** The header webhook-id: the same for every attempt. */
export const webhookId = (uid: string): string => `msg_${uid.replaceAll('-', '')}`

/** Takes messages that are due, each for one process. Endpoints do not wait for one another; rights are asked each time. */
export async function takeMessages(db: Database, now: Date, most: number): Promise<TakenMessage[]> {
  const lease = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<TakenMessage>`
    UPDATE webhook_messages m SET state = 'sending', attempts = m.attempts + 1, due_at = ${lease}
    FROM (
      SELECT e.*, d.message_id FROM webhook_endpoints e
      CROSS JOIN LATERAL (
        SELECT w.message_id, w.due_at FROM webhook_messages w
        WHERE w.company_id = e.company_id AND w.endpoint_id = e.endpoint_id AND w.state IN ('waiting', 'sending') AND w.due_at <= ${now}
        ORDER BY w.due_at
        LIMIT greatest(0, CASE WHEN e.failing_since IS NULL THEN ${AT_ONCE}::int ELSE 1 END - (
          SELECT count(*) FROM webhook_messages s
          WHERE s.company_id = e.company_id AND s.endpoint_id = e.endpoint_id AND s.state = 'sending' AND s.due_at > ${now}
        ))
        FOR UPDATE SKIP LOCKED
      ) d
      WHERE e.is_active AND ${IS_VOUCHED}
      ORDER BY d.due_at LIMIT ${most}
    ) due
    WHERE m.company_id = due.company_id AND m.message_id = due.message_id
    RETURNING m.company_id AS "companyId", m.endpoint_id AS "endpointId", m.message_id AS "messageId", m.uid, m.body, m.attempts,
      due.url, due.secret, due.previous_secret AS "previousSecret", due.previous_secret_until AS "previousSecretUntil"`.execute(
    db,
  )
  return rows
}

/** Gives a message back whose attempt was cut off because the process ends: it counts as not made. */
export async function giveBack(db: Database, { companyId, messageId, attempts }: TakenMessage, now: Date): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set({ state: 'waiting', attempts: attempts - 1, due_at: now })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}
