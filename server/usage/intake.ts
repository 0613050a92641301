import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { serialiseUsageMessages } from './message-text.ts'
import type { UsageMessage } from './usage-record.ts'

/**
 * Stores messages until they are counted. Once it resolves outside of a transaction, they are durable and may be
 * acknowledged to their sender.
 */
export async function storeUsageMessages(
  db: Database | DatabaseTransaction,
  messages: readonly UsageMessage[],
  receivedAt: Date,
): Promise<void> {
  await sql`INSERT INTO usage_batches (received_at, messages) VALUES (${receivedAt}, ${serialiseUsageMessages(messages)})`.execute(
    db,
  )
}
