import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { readMessages } from './message-text.ts'
import type { UsageMessage } from './usage-record.ts'

/** A row of kept messages. */
export interface Batch {
  readonly batchId: number
  readonly receivedAt: Date
  readonly messages: readonly UsageMessage[]
}

/** What is counted in one transaction: so many rows at most, and some six thousand messages of 300 octets. */
const ROWS = 400
const OCTETS = 1_800_000
/** Of so many rows or messages it is likely that more waits behind them. */
const MANY_ROWS = 200
const MANY_MESSAGES = 3_000

async function readBatches(db: Database, without: readonly number[]): Promise<Batch[]> {
  const { rows } = await sql<Omit<Batch, 'messages'> & { messages: string }>`
    SELECT batch_id AS "batchId", received_at AS "receivedAt", messages
    FROM (
      SELECT *, sum(octet_length(messages)) OVER (ORDER BY batch_id) - octet_length(messages) AS before
      FROM (
        SELECT * FROM usage_batches WHERE problem = '' AND batch_id <> ALL(${without}::bigint[])
        ORDER BY batch_id LIMIT ${sql.lit(ROWS)}
      ) oldest
    ) w WHERE before < ${sql.lit(OCTETS)} ORDER BY batch_id`.execute(db)
  return rows.map((row) => ({ ...row, messages: readMessages(row.messages) }))
}

/**
 * The oldest rows that wait to be counted. While they are counted, those behind them are read and parsed already, beside the
 * transaction: what a row says never changes, and whether it still waits is seen when it is taken away.
 */
export class WaitingBatches {
  readonly #db: Database
  #ahead: Promise<Batch[]> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** The oldest rows; none when nothing waits. */
  async next(): Promise<readonly Batch[]> {
    const ahead = await this.#ahead
    this.#ahead = undefined
    return ahead && ahead.length > 0 ? ahead : await readBatches(this.#db, [])
  }

  /** Begins to read what comes behind some rows, if they are so many that something does. @returns whether it is likely */
  readOn(batches: readonly Batch[]): boolean {
    const messages = batches.reduce((sum, batch) => sum + batch.messages.length, 0)
    if (batches.length < MANY_ROWS && messages < MANY_MESSAGES) return false
    this.#ahead = readBatches(
      this.#db,
      batches.map(({ batchId }) => batchId),
    )
    // whoever waits for it hears of it
    this.#ahead.catch(() => undefined)
    return true
  }

  /** What was read ahead is read again, in its order. */
  forget(): void {
    this.#ahead = undefined
  }
}

/** Takes rows away. @returns those that still waited */
export async function takeAway(trx: DatabaseTransaction, batches: readonly Batch[]): Promise<Batch[]> {
  const { rows } = await sql<{ batchId: number }>`
    DELETE FROM usage_batches WHERE batch_id = ANY(${batches.map(({ batchId }) => batchId)}::bigint[]) AND problem = ''
    RETURNING batch_id AS "batchId"`.execute(trx)
  const taken = new Set(rows.map(({ batchId }) => batchId))
  return batches.filter(({ batchId }) => taken.has(batchId))
}
