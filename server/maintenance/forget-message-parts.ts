import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Longer than a message lives and a late receipt may come. */
const KEPT_MS = 9 * 86_400_000
/** A message that comes again does so within minutes; a text of which parts are missing waits an hour for them. */
const RECEIVED_MS = 86_400_000

/** What was kept of messages over SMPP only to find their receipts, and to know those that come again. */
export async function forgetMessageParts(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM smpp_parts WHERE updated_at < ${new Date(now.getTime() - KEPT_MS)}`.execute(db)
  await sql`DELETE FROM smpp_received WHERE at < ${new Date(now.getTime() - RECEIVED_MS)}`.execute(db)
}
