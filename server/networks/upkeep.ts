import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { dropOldRecords, ensureUsagePartitions } from '../records/usage-partitions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No network repeats an event after so long. */
const SEEN_HOURS = 3
/** Sessions keep their own rows; in the timeline they would soon hide what people did. */
const TIMELINE_SESSION_DAYS = 14

/** Forgets which events were seen, once they can't come again. */
export async function forgetSeenEvents(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('network_events_seen')
    .where('seen_at', '<', new Date(now.getTime() - SEEN_HOURS * HOUR_MS))
    .execute()
}

/** Takes old openings and endings of sessions out of the timelines. */
export async function forgetSessionEvents(db: Database, now: Date): Promise<void> {
  await sql`
    DELETE FROM sim_events WHERE kind IN ('session_started', 'session_stopped')
      AND at < ${new Date(now.getTime() - TIMELINE_SESSION_DAYS * DAY_MS)}`.execute(db)
}

/** Makes the partitions of usage in time: for this month and the next one, wherever it is already that day. */
export async function prepareUsagePartitions(db: Database, now: Date): Promise<void> {
  const day = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  await ensureUsagePartitions(db, day(-2), day(20))
}

/** Billing and its disputes look back three cycles; sums are kept for good. */
const RECORD_DAYS = 100

/** Drops messages about usage whose month is over for long. */
export async function forgetOldRecords(db: Database, now: Date): Promise<void> {
  await dropOldRecords(db, new Date(now.getTime() - RECORD_DAYS * DAY_MS).toISOString().slice(0, 10))
}

/** Makes one row of all that add to the same pool and cycle; sums stay what they are for every reader. */
export async function foldPlanUsage(db: Database): Promise<void> {
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
