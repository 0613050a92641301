import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { holdCounting } from '../records/counting-locks.ts'

const DAY_MS = 86_400_000
/** As long as records are kept: billing and its disputes look back three cycles. */
const SESSION_DAYS = 100
/** Sessions that one transaction takes out: counting waits for it. */
const BATCH = 5_000

/**
 * Forgets sessions that ended so long ago, and those of which nothing was heard since: their sums stay what they are.
 * @returns how many were forgotten
 */
export async function forgetOldSessions(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SESSION_DAYS * DAY_MS)
  const ended = await forget(db, sql`stopped_at < ${before}`)
  return (
    ended +
    (await forget(db, sql`stopped_at IS NULL AND started_at < ${before} AND coalesce(counted_at, started_at) < ${before}`))
  )
}

/** They are looked for while counting goes on, and looked at again while it waits: one may have been heard of. */
async function forget(db: Database, isOld: RawBuilder<unknown>): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { rows } = await sql<{ place: string }>`
      SELECT ctid::text AS place FROM data_sessions WHERE ${isOld} LIMIT ${sql.lit(BATCH)}`.execute(db)
    if (rows.length === 0) return forgotten
    forgotten += await db.transaction().execute(async (trx) => {
      await holdCounting(trx)
      const { numAffectedRows } = await sql`
        DELETE FROM data_sessions WHERE ctid = ANY(${rows.map(({ place }) => place)}::tid[]) AND ${isOld}`.execute(trx)
      return Number(numAffectedRows ?? 0)
    })
    if (rows.length < BATCH) return forgotten
  }
}
