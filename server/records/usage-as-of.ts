import { sql } from 'kysely'
import { fromEachCell } from '../cells/cell-context.ts'
import type { Ctx } from '../context.ts'

type Reader = Pick<Ctx, 'db' | 'pool' | 'readableCells' | 'now'>

/**
 * The time up to which arrived usage is in sums and live rows: now, or when the oldest record that waits to be counted or shown
 * arrived. ISO 8601.
 */
export async function usageAsOf(ctx: Reader): Promise<string> {
  const ofCells = await fromEachCell(ctx, countedUntil)
  return ofCells.reduce((first, at) => (at < first ? at : first), ctx.now).toISOString()
}

async function countedUntil({ db, now }: Reader): Promise<Date> {
  const { rows } = await sql<{ waiting: Date | null }>`
    SELECT least(
      (SELECT received_at FROM usage_batches WHERE problem = '' ORDER BY batch_id LIMIT 1),
      (SELECT kept_at FROM live_changes ORDER BY change_id LIMIT 1)
    ) AS waiting`.execute(db)
  const waiting = rows[0]?.waiting ?? now
  return waiting
}
