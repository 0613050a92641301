import { sql } from 'kysely'
import type { Cell, Cells } from '../cells/cells.ts'
import { bySubscriberCell } from '../cells/sim-places.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { serialiseUsageMessages } from './message-text.ts'
import type { UsageMessage, UsageRecord } from './usage-record.ts'

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

/** Stores messages where they are counted; once it resolves, they may be acknowledged. */
export type StoreUsage = (messages: readonly UsageMessage[], receivedAt: Date) => Promise<void>

/** Each message goes to the cell of its SIM; that a gateway restarted concerns all. */
export const storeInCells =
  (cells: Cells): StoreUsage =>
  async (messages, receivedAt) => {
    const records = messages.filter((message): message is UsageRecord => message.kind !== 'reset')
    const byCell: Map<Cell, readonly UsageMessage[]> = await bySubscriberCell(cells, records)
    if (records.length < messages.length)
      for (const cell of cells.all) byCell.set(cell, inOrder(messages, byCell.get(cell) ?? []))
    await Promise.all([...byCell].map(([{ db }, own]) => storeUsageMessages(db, own, receivedAt)))
  }

/** A cell's records, with every restart where it came among them. */
function inOrder(messages: readonly UsageMessage[], own: readonly UsageMessage[]): UsageMessage[] {
  const theirs = new Set(own)
  return messages.filter((message) => message.kind === 'reset' || theirs.has(message))
}
