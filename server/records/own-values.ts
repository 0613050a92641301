import { type RawBuilder, sql } from 'kysely'
import type { CompanyScope } from '../db/scope.ts'

/** A column of a tenant table that an index has together with the company: (column, company_id). */
interface Column {
  readonly table: string
  readonly column: string
}

/**
 * Each value of a column once, in its order, as far as one of some companies has it. Every step is one look into the index: from a
 * value to the next, and for each leaps from the company that has it to the next of the scope and back until both are the same.
 * Asked for each company and value, those that 10 000 companies do not have took 95 ms each.
 */
export function ownValues({ table, column }: Column, scope: CompanyScope): RawBuilder<{ value: string }> {
  const value = sql.ref(`t.${column}`)
  const rows = sql`${sql.table(table)} AS t`
  const own = scope.kind === 'all' ? sql`true` : sql`EXISTS (${leapsFor(rows, value)})`
  const ids = scope.kind === 'all' ? [] : scope.ids.toSorted((a, b) => a - b)
  return sql`
    WITH RECURSIVE every(value) AS (
      SELECT min(${value}) FROM ${rows}
      UNION ALL SELECT (SELECT min(${value}) FROM ${rows} WHERE ${value} > e.value) FROM every e WHERE e.value IS NOT NULL
    )
    SELECT e.value FROM every e CROSS JOIN (SELECT ${ids}::int[] AS ids) mine
    WHERE e.value IS NOT NULL AND ${own} ORDER BY 1`
}

/** Finds a company of `mine.ids`, which are in order, that has the value `e.value`. */
function leapsFor(rows: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> {
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
