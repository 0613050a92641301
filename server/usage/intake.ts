import { sql } from 'kysely'
import type { Cell, Cells } from '../cells/cells.ts'
import { countMoves } from '../cells/moves.ts'
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
  await sql`
    INSERT INTO usage_batches (received_at, messages) VALUES (${receivedAt}, ${serialiseUsageMessages(messages)})`.execute(db)
}

/** Stores messages where they are counted; once it resolves, they may be acknowledged. */
export type StoreUsage = (messages: readonly UsageMessage[], receivedAt: Date) => Promise<void>

/** Each message goes to the cell of its SIM; that a gateway restarted concerns all. */
export const storeInCells =
  (cells: Cells): StoreUsage =>
  async (messages, receivedAt) => {
    if (cells.all.length === 1) return storeUsageMessages(cells.home.db, messages, receivedAt)
    let waiting: readonly CellMessages[] = [{ messages, resetsOf: cells.all }]
    while (waiting.length > 0) {
      const moves = await countMoves(cells.home.db)
      const routed = (await Promise.all(waiting.map((some) => route(cells, some)))).flat()
      const refused = await Promise.all(
        routed.map(async ([cell, own]) =>
          (await storeUnlessMoved(cell, own, { receivedAt, moves })) ? [] : [{ messages: own, resetsOf: [cell] }],
        ),
      )
      waiting = refused.flat()
    }
  }

interface CellMessages {
  readonly messages: readonly UsageMessage[]
  /** the cells that are to have the restarts among them */
  readonly resetsOf: readonly Cell[]
}

async function route(cells: Cells, { messages, resetsOf }: CellMessages): Promise<[Cell, readonly UsageMessage[]][]> {
  const records = messages.filter((message): message is UsageRecord => message.kind !== 'reset')
  const byCell: Map<Cell, readonly UsageMessage[]> = await bySubscriberCell(cells, records)
  if (records.length < messages.length) for (const cell of resetsOf) byCell.set(cell, inOrder(messages, byCell.get(cell) ?? []))
  return [...byCell]
}

/** A cell's records, with every restart where it came among them. */
function inOrder(messages: readonly UsageMessage[], own: readonly UsageMessage[]): UsageMessage[] {
  const theirs = new Set(own)
  return messages.filter((message) => message.kind === 'reset' || theirs.has(message))
}

/** False when a customer has moved since the cells of SIMs were read: what a SIM reports is counted in its order, in one cell. */
function storeUnlessMoved(
  { db }: Cell,
  messages: readonly UsageMessage[],
  { receivedAt, moves }: { receivedAt: Date; moves: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if ((await countMoves(trx)) !== moves) return false
    await storeUsageMessages(trx, messages, receivedAt)
    return true
  })
}
