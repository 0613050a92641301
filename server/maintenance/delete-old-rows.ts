import { sql } from 'kysely'
import { ANOMALY_DAYS, PROFILE_DAYS } from '#domain/anomalies.ts'
import { BELL_DAYS } from '#domain/bell.ts'
import { DRAFT_DAYS } from '#domain/drafts.ts'
import { FAILURE_WINDOW_S } from '#domain/login-throttle.ts'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

// Rows that go for their age alone. Where more than that counts, the deletion has a file of its own.

/** Sessions have rows of their own; in the timeline they would hide people's actions. */
const SESSION_EVENT_DAYS = 14
/** Longer than a message is valid and a late receipt may arrive. */
const PARTS_DAYS = 9
/** A duplicate arrives within minutes; a text waits an hour for missing parts. */
const RECEIVED_DAYS = 1
/** A request for a new password counts for an hour. */
const RESTORE_DAYS = 1
/** A used link is kept for questions. */
const LINK_DAYS = 30
/** An ended session is kept for questions after a stolen laptop. */
const LOGIN_SESSION_DAYS = 30

/** Deletes old session events from the timelines. */
export async function deleteSessionEvents(db: Database, now: Date): Promise<void> {
  await sql`
    DELETE FROM sim_events WHERE kind IN ('session_started', 'session_stopped')
      AND at < ${daysBefore(now, SESSION_EVENT_DAYS)}`.execute(db)
}

/** Deletes SMPP records that serve only to match receipts and to detect duplicates. */
export async function deleteMessageParts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('smpp_parts').where('updated_at', '<', daysBefore(now, PARTS_DAYS)).execute()
  await db.deleteFrom('smpp_received').where('at', '<', daysBefore(now, RECEIVED_DAYS)).execute()
}

/** Deletes the counts of alarms, rules and locks that the bell no longer shows. */
export async function deleteOldBellHours(db: Database, now: Date): Promise<void> {
  const oldest = daysBefore(now, BELL_DAYS)
  for (const table of ['alarm_hours', 'lock_hours', 'rule_hours'])
    await sql`DELETE FROM ${sql.table(table)} WHERE at < ${oldest}`.execute(db)
}

/** Deletes what was out of the ordinary long ago, and profiles that nothing is compared with any more. */
export async function deleteOldAnomalies(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('anomalies').where('last_at', '<', daysBefore(now, ANOMALY_DAYS)).execute()
  // a local day is over in all time zones a day later
  const day = daysBefore(now, PROFILE_DAYS + 1)
    .toISOString()
    .slice(0, 10)
  await db.deleteFrom('anomaly_profiles').where('day', '<', day).execute()
}

export async function deleteLoginFailures(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FAILURE_WINDOW_S * 1000)
  await db.deleteFrom('login_failures').where('last_failed_at', '<', before).execute()
}

export async function deleteOneTimeLinks(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('password_restores').where('asked_at', '<', daysBefore(now, RESTORE_DAYS)).execute()
  await db.deleteFrom('one_time_links').where('expires_at', '<', daysBefore(now, LINK_DAYS)).execute()
}

export async function deleteOldDrafts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('drafts').where('created_at', '<', daysBefore(now, DRAFT_DAYS)).execute()
}

export async function deleteLoginSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('login_sessions').where('created_at', '<', daysBefore(now, LOGIN_SESSION_DAYS)).execute()
}
