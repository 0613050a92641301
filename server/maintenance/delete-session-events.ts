import { sql } from 'kysely'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** Sessions have rows of their own; in the timeline they would hide people's actions. */
const RETENTION_DAYS = 14

/** Deletes old session events from the timelines. */
export async function deleteSessionEvents(db: Database, now: Date): Promise<void> {
  await sql`
    DELETE FROM sim_events WHERE kind IN ('session_started', 'session_stopped')
      AND at < ${daysBefore(now, RETENTION_DAYS)}`.execute(db)
}
