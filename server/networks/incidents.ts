import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** A network that fails again this soon after an incident continues it. */
const SAME_INCIDENT_MS = 10 * MINUTE_MS
/** Three cycles, as long as usage records are kept. */
const RETENTION_MS = 100 * DAY_MS

/** Opens, continues, and ends the incidents of the networks by their health. Idempotent. */
export async function recordIncidents(trx: DatabaseTransaction, now: Date): Promise<void> {
  await sql`
    UPDATE network_incidents i SET ended_at = greatest(i.started_at, CASE WHEN h.status = 1 THEN h.since ELSE ${now}::timestamptz END)
    FROM network_health h
    WHERE h.network_id = i.network_id AND i.ended_at IS NULL
      AND (h.status = 1 OR h.network_id IN (SELECT network_id FROM networks WHERE NOT enabled))`.execute(trx)
  await sql`
    UPDATE network_incidents i SET ended_at = NULL
    FROM network_health h
    WHERE h.network_id = i.network_id AND h.network_id IN (SELECT network_id FROM networks WHERE enabled) AND h.status <> 1
      AND i.ended_at > ${new Date(now.getTime() - SAME_INCIDENT_MS)}
      AND NOT EXISTS (SELECT FROM network_incidents l WHERE l.network_id = i.network_id AND l.started_at > i.started_at)
      AND NOT EXISTS (SELECT FROM network_incidents o WHERE o.network_id = i.network_id AND o.ended_at IS NULL)`.execute(trx)
  await sql`
    INSERT INTO network_incidents AS i (network_id, started_at, worst_status, worst_failure_percent)
    SELECT h.network_id, h.since, h.status, h.failure_percent FROM network_health h
    JOIN networks n ON n.network_id = h.network_id
    WHERE n.enabled AND h.status <> 1
    ON CONFLICT (network_id) WHERE ended_at IS NULL DO UPDATE
    SET worst_status = least(i.worst_status, excluded.worst_status),
      worst_failure_percent = greatest(i.worst_failure_percent, excluded.worst_failure_percent)
    WHERE excluded.worst_status < i.worst_status OR excluded.worst_failure_percent > i.worst_failure_percent`.execute(trx)
}

/** Deletes incidents that ended before the retention period. */
export async function deleteOldIncidents(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('network_incidents')
    .where('ended_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}
