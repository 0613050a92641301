import { type RawBuilder, sql } from 'kysely'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'
import { lockCounting } from '../records/counting-locks.ts'

/** Retention in days, the same as of records: billing and its disputes need three cycles. */
const RETENTION_DAYS = 100
/** Sessions per transaction: counting waits for it. */
const BATCH_SIZE = 5_000

/**
 * Deletes sessions that ended before the retention period, and open ones without a report since; their sums stay.
 * @returns the number of deleted sessions
 */
export async function deleteOldSessions(db: Database, now: Date): Promise<number> {
  const before = daysBefore(now, RETENTION_DAYS)
  const ended = await deleteInBatches(db, sql`stopped_at < ${before}`)
  return (
    ended +
    (await deleteInBatches(
      db,
      sql`stopped_at IS NULL AND started_at < ${before} AND coalesce(counted_at, started_at) < ${before}`,
    ))
  )
}

/**
 * Candidates are selected while counting continues and checked again under the lock: a session may have been reported
 * meanwhile.
 */
async function deleteInBatches(db: Database, isOld: RawBuilder<unknown>): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rows } = await sql<{ place: string }>`
      SELECT ctid::text AS place FROM data_sessions WHERE ${isOld} LIMIT ${sql.lit(BATCH_SIZE)}`.execute(db)
    if (rows.length === 0) return deleted
    deleted += await db.transaction().execute(async (trx) => {
      await lockCounting(trx)
      const { numAffectedRows } = await sql`
        DELETE FROM data_sessions WHERE ctid = ANY(${rows.map(({ place }) => place)}::tid[]) AND ${isOld}`.execute(trx)
      return Number(numAffectedRows ?? 0)
    })
    if (rows.length < BATCH_SIZE) return deleted
  }
}
