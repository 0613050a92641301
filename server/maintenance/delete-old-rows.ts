import { sql } from 'kysely'
import { DRAFT_DAYS } from '#domain/drafts.ts'
import { FAILURE_WINDOW_S } from '#domain/login-throttle.ts'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** Sessions have rows of their own; in the timeline they would hide people's actions. */
const SESSION_EVENT_DAYS = 14

/** Deletes old session events from the timelines. */
export async function deleteSessionEvents(db: Database, now: Date): Promise<void> {
  await sql`
    DELETE FROM sim_events WHERE kind IN ('session_started', 'session_stopped')
      AND at < ${daysBefore(now, SESSION_EVENT_DAYS)}`.execute(db)
}

/** Longer than a message is valid and a late receipt may arrive. */
const PARTS_DAYS = 9
/** A duplicate arrives within minutes; a text waits an hour for missing parts. */
const RECEIVED_DAYS = 1

/** Deletes SMPP records that serve only to match receipts and to detect duplicates. */
export async function deleteMessageParts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('smpp_parts').where('updated_at', '<', daysBefore(now, PARTS_DAYS)).execute()
  await db.deleteFrom('smpp_received').where('at', '<', daysBefore(now, RECEIVED_DAYS)).execute()
}

/**
 * Deletes what agents leave behind: tokens a day after they expired (until then a reuse of them is seen), consents a year after they ended or
 * were given, and clients that no person has let in within a day.
 */
export async function deleteOldAgents(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('agent_tokens').where('expires_at', '<', daysBefore(now, 1)).execute()
  await db
    .deleteFrom('agents')
    .where((where) => where.or([where('ended_at', '<', daysBefore(now, 365)), where('created_at', '<', daysBefore(now, 365))]))
    .execute()
  await db
    .deleteFrom('agent_clients as c')
    .where('c.created_at', '<', daysBefore(now, 1))
    .where((where) => where.not(where.exists(where.selectFrom('agents as a').whereRef('a.client_id', '=', 'c.client_id'))))
    .execute()
}

export async function deleteLoginFailures(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FAILURE_WINDOW_S * 1000)
  await db.deleteFrom('login_failures').where('last_failed_at', '<', before).execute()
}

/** A request counts for an hour; a used link is kept a month for questions. */
export async function deleteOneTimeLinks(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('password_restores').where('asked_at', '<', daysBefore(now, 1)).execute()
  await db.deleteFrom('one_time_links').where('expires_at', '<', daysBefore(now, 30)).execute()
}

export async function deleteOldDrafts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('drafts').where('created_at', '<', daysBefore(now, DRAFT_DAYS)).execute()
}

/** An ended session is kept a month, for questions after a stolen laptop. */
export async function deleteLoginSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('login_sessions').where('created_at', '<', daysBefore(now, 30)).execute()
}
