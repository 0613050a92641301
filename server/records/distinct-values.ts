import { type RawBuilder, sql } from 'kysely'
import { fromEachCell } from '../cells/cell-context.ts'
import type { Ctx } from '../context.ts'
import { compareText } from '../db/compare-text.ts'
import { type CompanyScope, scopeOf } from '../db/scope.ts'

/** A column of a tenant table with an index on (column, company_id). */
interface IndexedColumn {
  readonly table: string
  readonly column: string
}

/** The distinct values of a column that the reader's companies have, in order. */
export async function valuesOfCells(ctx: Ctx, column: IndexedColumn): Promise<string[]> {
  const query = distinctValuesInScope(column, scopeOf(ctx.actor))
  const [own = [], ...others] = await fromEachCell(ctx, async ({ db }) =>
    (await query.execute(db)).rows.map(({ value }) => value),
  )
  return others.length === 0 ? own : [...new Set([...own, ...others.flat()])].sort(compareText)
}

/**
 * The distinct values of a column in a scope, in order. Every step is one index look-up (a loose index scan): from a value to the
 * next, and within a value from the company that has it to the next one in scope and back until both are the same. Asking for each
 * company and value took 95 ms for values that 10 000 companies do not have.
 */
export function distinctValuesInScope({ table, column }: IndexedColumn, scope: CompanyScope): RawBuilder<{ value: string }> {
  const value = sql.ref(`t.${column}`)
  const rows = sql`${sql.table(table)} AS t`
  const own = scope.kind === 'all' ? sql`true` : sql`EXISTS (${skipScan(rows, value)})`
  const ids = scope.kind === 'all' ? [] : scope.ids.toSorted((a, b) => a - b)
  return sql`
    WITH RECURSIVE every(value) AS (
      SELECT min(${value}) FROM ${rows}
      UNION ALL SELECT (SELECT min(${value}) FROM ${rows} WHERE ${value} > e.value) FROM every e WHERE e.value IS NOT NULL
    )
    SELECT e.value FROM every e CROSS JOIN (SELECT ${ids}::int[] AS ids) mine
    WHERE e.value IS NOT NULL AND ${own} ORDER BY 1`
}

/** Finds a company of `mine.ids`, which are sorted, that has the value `e.value`. */
function skipScan(rows: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const holderFrom = (id: RawBuilder<unknown>) =>
    sql`(SELECT min(t.company_id) FROM ${rows} WHERE ${value} = e.value AND t.company_id >= ${id})`
  return sql`
    WITH RECURSIVE leaps(id, holder) AS (
      SELECT mine.ids[1], ${holderFrom(sql`mine.ids[1]`)}
      UNION ALL
      SELECT next.id, ${holderFrom(sql`next.id`)} FROM leaps l
      CROSS JOIN LATERAL (SELECT mine.ids[width_bucket(l.holder - 1, mine.ids) + 1] AS id) next
      WHERE l.id <> l.holder
    )
    SELECT FROM leaps WHERE id = holder`
}
