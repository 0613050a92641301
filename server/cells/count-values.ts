import { type RawBuilder, sql } from 'kysely'
import { COUNTED_ROWS_MAX, type ValueCounts } from '#contract/value-counts.ts'
import type { Ctx } from '../context.ts'
import { fromEachCell } from './cell-context.ts'

type Counts = NonNullable<ValueCounts['counts']>

/**
 * Counts the rows of a list by a value, over all cells; null where more than COUNTED_ROWS_MAX match.
 * @param rows a query of the column `value`, without a limit; a row is in one cell
 */
export async function countValues(
  ctx: Pick<Ctx, 'pool' | 'db' | 'readableCells'>,
  rows: RawBuilder<unknown>,
): Promise<ValueCounts> {
  const parts = await fromEachCell(ctx, (cell) => countValuesHere(cell, rows))
  return { counts: sumOfCounts(parts.flat()) }
}

/** The same of a table that is in no cell. */
export async function countValuesHere({ db }: Pick<Ctx, 'db'>, rows: RawBuilder<unknown>): Promise<Counts> {
  const { rows: counted } = await sql<Counts[number]>`
    SELECT r.value, count(*)::int AS count FROM (${rows} LIMIT ${COUNTED_ROWS_MAX + 1}) r GROUP BY 1`.execute(db)
  return counted
}

/** The sums in the order of their values; null where they are more than COUNTED_ROWS_MAX together. */
export function sumOfCounts(parts: Counts): ValueCounts['counts'] {
  const sums = new Map<string, number>()
  for (const { value, count } of parts) sums.set(value, (sums.get(value) ?? 0) + count)
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0)
  return total > COUNTED_ROWS_MAX ? null : [...sums].sort().map(([value, count]) => ({ value, count }))
}
