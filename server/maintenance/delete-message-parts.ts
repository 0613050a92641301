import { sql } from 'kysely'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** Longer than a message is valid and a late receipt may arrive. */
const PARTS_RETENTION_MS = 9 * DAY_MS
/** A duplicate arrives within minutes; a text waits an hour for missing parts. */
const RECEIVED_RETENTION_MS = DAY_MS

/** Deletes SMPP records that serve only to match receipts and to detect duplicates. */
export async function deleteMessageParts(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM smpp_parts WHERE updated_at < ${new Date(now.getTime() - PARTS_RETENTION_MS)}`.execute(db)
  await sql`DELETE FROM smpp_received WHERE at < ${new Date(now.getTime() - RECEIVED_RETENTION_MS)}`.execute(db)
}
