import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { writeMessages } from './message-text.ts'
import type { UsageMessage } from './usage-record.ts'

/**
 * Keeps messages until they are counted. When it resolves outside of a transaction, they are durable: whoever sent them may have
 * their answer.
 */
export async function keepMessages(
  db: Database | DatabaseTransaction,
  messages: readonly UsageMessage[],
  receivedAt: Date,
): Promise<void> {
  await sql`INSERT INTO usage_batches (received_at, messages) VALUES (${receivedAt}, ${writeMessages(messages)})`.execute(db)
}
