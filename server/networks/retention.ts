import { sql } from 'kysely'
import { BELL_DAYS } from '#domain/bell.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'
import { dropOldRecords, ensureUsagePartitions } from '../records/usage-partitions.ts'

/** Networks do not repeat events later than this. */
const SEEN_HOURS = 3
/** Sessions have rows of their own; in the timeline they would hide people's actions. */
const TIMELINE_SESSION_DAYS = 14

/** Deletes ids of seen events that can no longer be repeated. */
export async function deleteSeenEvents(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('network_events_seen')
    .where('seen_at', '<', new Date(now.getTime() - SEEN_HOURS * HOUR_MS))
    .execute()
}

/** Deletes old session events from the timelines. */
export async function deleteSessionTimeline(db: Database, now: Date): Promise<void> {
  await sql`
    DELETE FROM sim_events WHERE kind IN ('session_started', 'session_stopped')
      AND at < ${new Date(now.getTime() - TIMELINE_SESSION_DAYS * DAY_MS)}`.execute(db)
}

/** Creates usage partitions ahead of time: for this month and the next, in every time zone. */
export async function prepareUsagePartitions(db: Database, now: Date): Promise<void> {
  const day = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  await ensureUsagePartitions(db, day(-2), day(20))
}

/** Retention of usage records: billing and its disputes need three cycles. Sums are permanent. */
const RECORD_RETENTION_DAYS = 100

/** Drops the partitions of usage records older than the retention period, and deletes SMS and voice as old. */
export async function dropOldUsageRecords(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - RECORD_RETENTION_DAYS * DAY_MS)
  await dropOldRecords(db, oldest.toISOString().slice(0, 10))
  await sql`DELETE FROM usage_events WHERE received_at < ${oldest}`.execute(db)
}

/** Merges the rows of each pool and cycle into one; the sums stay the same for every reader. */
export async function compactPlanUsage(db: Database): Promise<void> {
  await sql`
    WITH several AS MATERIALIZED (
      SELECT company_id, plan_code, cycle_start FROM plan_usage_tallies GROUP BY 1, 2, 3 HAVING count(*) > 1
    ), gone AS (
      DELETE FROM plan_usage_tallies WHERE (company_id, plan_code, cycle_start) IN (SELECT company_id, plan_code, cycle_start FROM several)
      RETURNING company_id, plan_code, cycle_start, data_bytes
    )
    INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
    SELECT company_id, plan_code, cycle_start, sum(data_bytes)::bigint FROM gone GROUP BY 1, 2, 3`.execute(db)
}

/** Two cycles and what they are compared with: 31 + 31 days, and some. */
const FLEET_DAYS = 70

/** Merges the rows of each company and day into one, and deletes old days. */
export async function compactFleetDays(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - FLEET_DAYS * DAY_MS).toISOString().slice(0, 10)
  await sql`DELETE FROM usage_day_tallies WHERE day < ${oldest}`.execute(db)
  await sql`
    WITH several AS MATERIALIZED (
      SELECT company_id, day FROM usage_day_tallies GROUP BY 1, 2 HAVING count(*) > 1
    ), gone AS (
      DELETE FROM usage_day_tallies WHERE (company_id, day) IN (SELECT company_id, day FROM several)
      RETURNING company_id, day, data_bytes
    )
    INSERT INTO usage_day_tallies (company_id, day, data_bytes)
    SELECT company_id, day, sum(data_bytes)::bigint FROM gone GROUP BY 1, 2`.execute(db)
}

/** Deletes the counts of alarms, rules and locks that the bell no longer shows. */
export async function deleteOldBellHours(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - BELL_DAYS * DAY_MS)
  await sql`DELETE FROM alarm_hours WHERE at < ${oldest}`.execute(db)
  await sql`DELETE FROM lock_hours WHERE at < ${oldest}`.execute(db)
  await sql`DELETE FROM rule_hours WHERE at < ${oldest}`.execute(db)
}
