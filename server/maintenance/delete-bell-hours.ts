import { sql } from 'kysely'
import { BELL_DAYS } from '#domain/bell.ts'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** Deletes the counts of alarms, rules and locks that the bell no longer shows. */
export async function deleteOldBellHours(db: Database, now: Date): Promise<void> {
  const oldest = daysBefore(now, BELL_DAYS)
  for (const table of ['alarm_hours', 'lock_hours', 'rule_hours'])
    await sql`DELETE FROM ${sql.table(table)} WHERE at < ${oldest}`.execute(db)
}
