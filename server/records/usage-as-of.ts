import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

interface Reader {
  readonly db: Database
  readonly now: Date
}

/**
 * The time up to which arrived usage is in sums and live rows: now, or when the oldest record that waits to be counted or shown
 * arrived. ISO 8601.
 */
export async function usageAsOf({ db, now }: Reader): Promise<string> {
  const { rows } = await sql<{ waiting: Date | null }>`
    SELECT least(
      (SELECT received_at FROM usage_batches WHERE problem = '' ORDER BY batch_id LIMIT 1),
      (SELECT kept_at FROM live_changes ORDER BY change_id LIMIT 1)
    ) AS waiting`.execute(db)
  const waiting = rows[0]?.waiting ?? now
  return (waiting < now ? waiting : now).toISOString()
}
