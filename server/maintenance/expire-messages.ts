import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** How late a delivery report may still arrive. */
const GRACE_MS = 15 * MINUTE_MS

/** Marks messages as unknown that have expired without a report of the network. Never as 'delivered'. */
export async function expireMessages(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GRACE_MS)
  await sql`
    WITH lost AS (
      UPDATE sms_messages SET state = 'unknown', settled_at = ${now}
      WHERE state IN ('queued', 'sent', 'buffered') AND expires_at < ${before}
      RETURNING company_id, iccid, message_id
    )
    INSERT INTO sim_events (company_id, iccid, at, kind, detail)
    SELECT company_id, iccid, ${now}, 'sms_unknown', jsonb_build_object('messageId', message_id) FROM lost
    ORDER BY company_id, iccid, message_id`.execute(db)
}
