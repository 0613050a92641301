import { sql } from 'kysely'
import { DAY_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'
import { deleteOldSinks } from './camara-sinks.ts'

/** Retention of sent messages. */
const RETENTION_MS = 30 * DAY_MS

/** Deletes old messages with their attempts, also those of deleted endpoints, and expired secrets. */
export async function deleteOldWebhooks(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM webhook_messages WHERE at < ${new Date(now.getTime() - RETENTION_MS)}`.execute(db)
  await sql`
    UPDATE webhook_endpoints SET previous_secret = NULL, previous_secret_until = NULL
    WHERE previous_secret_until < ${now}`.execute(db)
  await deleteOldSinks(db, now)
}
