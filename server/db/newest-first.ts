import { type RawBuilder, sql } from 'kysely'
import { type Keyset, keyset } from './keyset.ts'
import { type CompanyScope, inScope } from './scope.ts'

/** Rows of companies that are listed the newest first, page by page. */
export interface NewestFirst {
  readonly table: string
  /** what columns and conditions call a row */
  readonly as: string
  /** the columns that order the list; an index of company, moment and number serves it */
  readonly at: string
  readonly id: string
}

type Condition = RawBuilder<unknown>

const atOf = ({ as, at }: NewestFirst) => sql.ref(`${as}.${at}`)
const idOf = ({ as, id }: NewestFirst) => sql.ref(`${as}.${id}`)

/** The order of the list, for cursors and for what several cells have of it. */
export const newestFirstOrder = (list: NewestFirst): Keyset =>
  keyset(
    [
      { expression: atOf(list), type: 'moment' },
      { expression: idOf(list), type: 'integer' },
    ],
    'DESC',
  )
export const newestFirst = (list: NewestFirst): RawBuilder<unknown> => newestFirstOrder(list).orderBy
/** What is older than where a page ended. */
export const olderThan = (list: NewestFirst, cursor: string | undefined): RawBuilder<unknown> =>
  newestFirstOrder(list).after(cursor)

interface Part {
  readonly scope: CompanyScope
  /** at least one */
  readonly conditions: readonly Condition[]
  readonly limit: number
  /** the conditions have an index of their own, whosever the rows are: companies need not be asked one by one */
  readonly isTogether?: boolean
}

/**
 * The newest that match. Of several companies each gives its own newest, straight from an index: asked for all together, the
 * planner sorts every row that they have. A few of each give a bound first, and only what is as new as that is read whole: of 198
 * companies 100 messages each took 90 ms.
 */
export function newestOf(list: NewestFirst, { scope, conditions, limit, isTogether = false }: Part): RawBuilder<unknown> {
  const where = sql.join(conditions, sql` AND `)
  const rows = sql`${sql.table(list.table)} AS ${sql.ref(list.as)}`
  const company = sql.ref(`${list.as}.company_id`)
  const newest = newestFirst(list)
  if (scope.kind === 'all' || scope.ids.length < 2 || isTogether) {
    return sql`(SELECT * FROM ${rows} WHERE ${inScope(scope, company)} AND ${where} ${newest} LIMIT ${limit})`
  }
  const companies = sql`unnest(${[...scope.ids]}::int[]) AS mine(company_id)`
  const few = Math.ceil(limit / scope.ids.length) + 1
  return sql`(
    WITH bound AS MATERIALIZED (
      SELECT few.at FROM ${companies} CROSS JOIN LATERAL (
        SELECT ${atOf(list)} AS at FROM ${rows} WHERE ${company} = mine.company_id AND ${where} ${newest} LIMIT ${few}
      ) few ORDER BY 1 DESC OFFSET ${limit - 1} LIMIT 1
    )
    SELECT own.* FROM ${companies} CROSS JOIN LATERAL (
      SELECT * FROM ${rows}
      WHERE ${company} = mine.company_id AND ${atOf(list)} >= coalesce((SELECT at FROM bound), '-infinity') AND ${where}
      ${newest} LIMIT ${limit}
    ) own)`
}

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A moment within days of a time zone, both of them included. */
export function withinDays(moment: RawBuilder<unknown>, { from, to }: Days, timeZone: string): Condition[] {
  const midnight = (day: string, days: number) => sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${timeZone})`
  return [...(from ? [sql`${moment} >= ${midnight(from, 0)}`] : []), ...(to ? [sql`${moment} < ${midnight(to, 1)}`] : [])]
}
