import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { assessHealth, type HealthStatus, WINDOW_MINUTES } from './assess-health.ts'
import { deleteOldIncidents, recordIncidents } from './incidents.ts'

/** Retention of call statistics, for review of recent incidents. */
const RETENTION_DAYS = 8

interface HealthRow {
  readonly network_id: string
  readonly status: HealthStatus
  readonly failure_percent: number
  readonly failing_since: Date | null
  readonly calls: number
  readonly failures: number
}

/**
 * Assesses every network by its calls, records its incidents, and updates the operators' rows, which the dashboard reads.
 * Idempotent.
 */
export async function assessNetworks(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await readCounts(trx, now)
    for (const row of rows) {
      const counts = { calls: row.calls, failures: row.failures, failingSince: row.failing_since ?? undefined }
      const current = { status: row.status, failurePercent: row.failure_percent }
      const verdict = assessHealth(counts, current, now)
      if (verdict.status === current.status && verdict.failurePercent === current.failurePercent) continue
      await trx
        .updateTable('network_health')
        .set({
          status: verdict.status,
          failure_percent: verdict.failurePercent,
          ...(verdict.status === current.status ? {} : { since: now }),
        })
        .where('network_id', '=', row.network_id)
        .execute()
    }
    await recordIncidents(trx, now)
    await updateOperatorStatus(trx, now)
  })
}

async function readCounts(trx: DatabaseTransaction, now: Date): Promise<HealthRow[]> {
  const from = new Date(now.getTime() - WINDOW_MINUTES * MINUTE_MS)
  const { rows } = await sql<HealthRow>`
    SELECT h.network_id, h.status, h.failure_percent, h.failing_since,
      coalesce(sum(m.calls), 0)::int AS calls, coalesce(sum(m.failures), 0)::int AS failures
    FROM network_health h
    LEFT JOIN network_minutes m ON m.network_id = h.network_id AND m.minute > ${from} AND m.minute <= ${now}
    GROUP BY h.network_id ORDER BY h.network_id`.execute(trx)
  return rows
}

/**
 * Derives an operator's status from its networks: closed when all are closed, ok when all are ok, else a warning. An
 * administrator's override replaces a network's verdict. Operators without a network stay unchanged.
 */
export async function updateOperatorStatus(trx: DatabaseTransaction, now: Date): Promise<void> {
  await sql`
    WITH links AS (
      SELECT DISTINCT r.origin_id, h.network_id, coalesce(h.override_status, CASE WHEN n.enabled THEN h.status ELSE 0 END) AS status,
        h.failure_percent,
        CASE WHEN h.override_status IS NULL THEN h.since ELSE ${now} END AS since, CASE WHEN h.override_status IS NULL THEN '' ELSE h.override_text END AS text
      FROM network_routes r
      JOIN networks n ON n.network_id = r.network_id
      JOIN network_health h ON h.network_id = r.network_id
    ), operators AS (
      SELECT origin_id, CASE WHEN max(status) = 0 THEN 0 WHEN bool_and(status = 1) THEN 1 ELSE 2 END::smallint AS status,
        max(failure_percent) AS failure_percent, least(max(since), ${now}) AS since,
        coalesce(string_agg(DISTINCT nullif(text, ''), ' · '), '') AS text
      FROM links GROUP BY origin_id
    )
    UPDATE origins o SET operator_status = operators.status, operator_failure_percent = operators.failure_percent,
      operator_status_text = operators.text,
      operator_status_since = CASE WHEN o.operator_status = operators.status THEN o.operator_status_since ELSE operators.since END
    FROM operators
    WHERE operators.origin_id = o.origin_id
      AND (o.operator_status, o.operator_failure_percent, o.operator_status_text)
        IS DISTINCT FROM (operators.status, operators.failure_percent, operators.text)`.execute(trx)
}

/** Deletes call statistics, faults, and incidents, each after its retention period. */
export async function deleteOldCallStatistics(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 60 * MINUTE_MS)
  await db.deleteFrom('network_minutes').where('minute', '<', before).execute()
  await db.deleteFrom('network_faults').where('at', '<', before).execute()
  await deleteOldIncidents(db, now)
}
