import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** How long people can look at what was sent. */
const KEPT_MS = 30 * 86_400_000

/** Old messages with their attempts, also those of endpoints that are gone, and secrets that no longer sign. */
export async function forgetWebhooks(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM webhook_messages WHERE at < ${new Date(now.getTime() - KEPT_MS)}`.execute(db)
  await sql`
    UPDATE webhook_endpoints SET previous_secret = NULL, previous_secret_until = NULL WHERE previous_secret_until < ${now}`.execute(
    db,
  )
}
