import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { IS_AUTHORISED } from './endpoint-authorisation.ts'
import { type EndpointKind, endpointKind } from './endpoint-kinds.ts'

/** Concurrent attempts per endpoint; only one for a failing endpoint. */
const MAX_IN_FLIGHT_PER_ENDPOINT = 8
/** Concurrent attempts of a company's endpoints together, of the 50 of a process: three that use all of theirs leave room for a fourth. */
const MAX_IN_FLIGHT_PER_COMPANY = 16
/** Lease of a claim, longer than any attempt: when it expires the process has died, and another one retries. */
const LEASE_MS = 60_000

/** A message claimed by this process. */
export interface ClaimedMessage {
  readonly companyId: number
  readonly endpointId: number
  readonly messageId: number
  readonly uid: string
  readonly body: string
  readonly attempts: number
  /** of a chat: masked, for its log */
  readonly url: string
  /** the secret that signs, the address of a chat, or the token of a sink; sealed */
  readonly secret: string
  readonly kind: EndpointKind
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
}

/** The webhook-id header: the same for every attempt. */
export const webhookId = (uid: string): string => `msg_${uid.replaceAll('-', '')}`

/**
 * Claims due messages, each for one process. Neither endpoints nor companies block one another: those of the company with the fewest
 * attempts under way come first, of those the oldest. Claims at the same time do not see each other, so both limits are those of a
 * process then. Authorisation is checked each time.
 */
export async function claimMessages(db: Database, now: Date, limit: number): Promise<ClaimedMessage[]> {
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<ClaimedMessage>`
    UPDATE webhook_messages m SET state = 'sending', attempts = m.attempts + 1, due_at = ${leaseEnd}
    FROM (
      SELECT e.*, d.message_id, e.of_company + row_number() OVER (PARTITION BY e.company_id ORDER BY d.due_at) AS turn
      FROM (
        SELECT e.*, u.under_way, sum(u.under_way) OVER (PARTITION BY e.company_id) AS of_company FROM webhook_endpoints e
        CROSS JOIN LATERAL (
          SELECT count(*) AS under_way FROM webhook_messages s
          WHERE s.company_id = e.company_id AND s.endpoint_id = e.endpoint_id AND s.state = 'sending' AND s.due_at > ${now}
        ) u
      ) e
      CROSS JOIN LATERAL (
        SELECT w.message_id, w.due_at FROM webhook_messages w
        WHERE w.company_id = e.company_id AND w.endpoint_id = e.endpoint_id AND w.state IN ('waiting', 'sending') AND w.due_at <= ${now}
        ORDER BY w.due_at
        LIMIT greatest(0, CASE WHEN e.failing_since IS NULL THEN ${MAX_IN_FLIGHT_PER_ENDPOINT}::int ELSE 1 END - e.under_way)
        FOR UPDATE SKIP LOCKED
      ) d
      WHERE e.is_active AND ${IS_AUTHORISED}
      ORDER BY turn, d.due_at LIMIT ${limit}
    ) due
    WHERE m.company_id = due.company_id AND m.message_id = due.message_id AND due.turn <= ${MAX_IN_FLIGHT_PER_COMPANY}
    RETURNING m.company_id AS "companyId", m.endpoint_id AS "endpointId", m.message_id AS "messageId", m.uid, m.body, m.attempts,
      due.url, due.secret, ${endpointKind(sql`due`)} AS kind, due.previous_secret AS "previousSecret",
      due.previous_secret_until AS "previousSecretUntil"`.execute(db)
  return rows
}

/** Releases a message whose attempt was aborted because the process ends: the attempt does not count. */
export async function releaseMessage(
  db: Database,
  { companyId, messageId, attempts }: ClaimedMessage,
  now: Date,
): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set({ state: 'waiting', attempts: attempts - 1, due_at: now })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}
