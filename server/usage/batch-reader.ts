import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { parseUsageMessages } from './message-text.ts'
import type { UsageMessage } from './usage-record.ts'

/** A row of stored messages. */
export interface UsageBatch {
  readonly batchId: number
  readonly receivedAt: Date
  readonly messages: readonly UsageMessage[]
}

/** Limits of one transaction: rows, and octets of about six thousand messages of 300 octets. */
const MAX_ROWS = 400
const MAX_OCTETS = 1_800_000
/** From this many rows or messages on, more are likely to wait. */
const PREFETCH_FROM_ROWS = 200
const PREFETCH_FROM_MESSAGES = 3_000

async function readBatches(db: Database, excluded: readonly number[]): Promise<UsageBatch[]> {
  const { rows } = await sql<Omit<UsageBatch, 'messages'> & { messages: string }>`
    SELECT batch_id AS "batchId", received_at AS "receivedAt", messages
    FROM (
      SELECT *, sum(octet_length(messages)) OVER (ORDER BY batch_id) - octet_length(messages) AS before
      FROM (
        SELECT * FROM usage_batches WHERE problem = '' AND batch_id <> ALL(${excluded}::bigint[])
        ORDER BY batch_id LIMIT ${sql.lit(MAX_ROWS)}
      ) oldest
    ) w WHERE before < ${sql.lit(MAX_OCTETS)} ORDER BY batch_id`.execute(db)
  return rows.map((row) => ({ ...row, messages: parseUsageMessages(row.messages) }))
}

/**
 * Reads the oldest rows that wait to be counted. While they are counted, the next ones are prefetched and parsed
 * outside of the transaction: a row never changes, and claiming it shows whether it still waits.
 */
export class BatchReader {
  readonly #db: Database
  #prefetched: Promise<UsageBatch[]> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** The oldest rows; empty when nothing waits. */
  async next(): Promise<readonly UsageBatch[]> {
    const prefetched = await this.#prefetched
    this.#prefetched = undefined
    return prefetched && prefetched.length > 0 ? prefetched : await readBatches(this.#db, [])
  }

  /**
   * Starts to read the rows after the given ones, if these are so many that more are likely. @returns whether more are
   * likely
   */
  prefetch(batches: readonly UsageBatch[]): boolean {
    const messages = batches.reduce((sum, batch) => sum + batch.messages.length, 0)
    if (batches.length < PREFETCH_FROM_ROWS && messages < PREFETCH_FROM_MESSAGES) return false
    const excluded = batches.map(({ batchId }) => batchId)
    this.#prefetched = readBatches(this.#db, excluded)
    // the awaiting caller gets the error
    this.#prefetched.catch(() => undefined)
    return true
  }

  /** Prefetched rows are read again, in order. */
  discardPrefetched(): void {
    this.#prefetched = undefined
  }
}

/** Deletes rows. @returns those that still waited */
export async function claimBatches(trx: DatabaseTransaction, batches: readonly UsageBatch[]): Promise<UsageBatch[]> {
  const { rows } = await sql<{ batchId: number }>`
    DELETE FROM usage_batches WHERE batch_id = ANY(${batches.map(({ batchId }) => batchId)}::bigint[]) AND problem = ''
    RETURNING batch_id AS "batchId"`.execute(trx)
  const claimed = new Set(rows.map(({ batchId }) => batchId))
  return batches.filter(({ batchId }) => claimed.has(batchId))
}
