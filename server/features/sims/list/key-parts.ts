import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { typedKey } from '#server/db/keyset.ts'
import type { CompanyScope } from '#server/db/scope.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import { ALIAS, allOf, isOnLive, liveConditions, type SimTable, simConditions } from '#server/records/sim-filter.ts'
import { matchesByScan } from '#server/records/sim-search.ts'
import type { SortOrder } from '#server/records/sim-sort.ts'

export type Sql = RawBuilder<unknown>

export interface KeyRequest {
  readonly filter: SimFilter
  /** the end of the silence that the filter asks for */
  readonly now: Date
  readonly scope: CompanyScope
  readonly order: SortOrder
  readonly descending: boolean
  readonly limit: number
  readonly skip: number
  readonly after: readonly string[] | undefined
  /** the keys of each row are requested, not of the last alone */
  readonly isKeyed?: boolean
  /** the SIMs with the filter's tags, or in its groups, are read first: see PathAttempt */
  readonly tagsAsSet?: boolean
  /** how the filter's text is searched, if it has one */
  readonly text?: TextSearch
}

export interface PageKeys {
  /** CTEs of the page: all matches of a search, or the zones of the order by groups */
  readonly found?: Sql
  readonly page: Sql
  /** of a path that may be given up: whether it has read to the end of the list, so that a short page is the last one */
  readonly isWhole?: Sql
}

export const TABLE_NAMES: Record<SimTable | 'texts', Sql> = {
  sims: sql`sims s`,
  live: sql`sim_live l`,
  texts: sql`sim_texts t`,
}

const directionOf = ({ descending }: KeyRequest): Sql => (descending ? sql`DESC` : sql`ASC`)
export const windowOf = ({ limit, skip }: KeyRequest): Sql => sql`LIMIT ${limit} OFFSET ${skip}`

export const directed = (request: KeyRequest, expressions: readonly Sql[]): Sql =>
  sql.join(expressions.map((expression) => sql`${expression} ${directionOf(request)}`))
export const orderBy = (request: KeyRequest, expressions: readonly Sql[]): Sql =>
  sql`ORDER BY ${directed(request, expressions)}`

/** After `after` in the order of the list. */
export function behind({ descending }: KeyRequest, expressions: readonly Sql[], after: readonly Sql[]): Sql {
  return sql`(${sql.join([...expressions])}) ${descending ? sql`<` : sql`>`} (${sql.join([...after])})`
}

const typed = ({ order }: KeyRequest, keys: readonly string[]): Sql[] =>
  keys.map((key, index) => typedKey(key, order.keys[index]?.type ?? 'text'))

/** After the cursor, if there is one. */
export function behindCursor(request: KeyRequest, expressions: readonly Sql[]): Sql[] {
  return request.after ? [behind(request, expressions, typed(request, request.after))] : []
}

/** In the part of the list that ends with these keys, if it is a part. */
export function inPart(request: KeyRequest, expressions: readonly Sql[], upTo: readonly string[] | undefined): Sql[] {
  if (!upTo) return []
  return [sql`(${sql.join([...expressions])}) ${request.descending ? sql`>=` : sql`<=`} (${sql.join(typed(request, upTo))})`]
}

export const asText = (expressions: readonly Sql[]): Sql =>
  sql.join(
    [...expressions].map((expression) => sql`, ${expression}::text`),
    sql``,
  )
export const namedKeys = ({ order }: KeyRequest): Sql[] =>
  order.keys.map((key, index) => sql`${key.expression} AS ${sql.id(`k${index}`)}`)
export const listed = (columns: readonly Sql[]): Sql =>
  sql.join(
    [...columns].map((column) => sql`, ${column}`),
    sql``,
  )
/** Qualified, because a bare name in ORDER BY would mean the output text. */
export const keysOf = (table: string, { order }: KeyRequest): Sql[] => order.keys.map((_, index) => sql.id(table, `k${index}`))

interface LookUp {
  readonly conditions?: readonly Sql[]
  readonly columns?: readonly Sql[]
  /** where this is true nothing is looked up, and the columns are empty */
  readonly unless?: Sql
}

/** One look-up by key for each row; `OFFSET 0` keeps the planner from scanning the other table instead. */
export function lookUp(table: SimTable, of: Sql, { conditions = [], columns = [], unless }: LookUp): Sql {
  const own = [sql`${ALIAS[table]}.company_id = ${of}.company_id`, sql`${ALIAS[table]}.iccid = ${of}.iccid`]
  const selected = columns.length === 0 ? sql`` : sql.join([...columns])
  const where = allOf([...own, ...conditions, ...(unless ? [sql`NOT ${unless}`] : [])])
  const row = sql`LATERAL (SELECT ${selected} FROM ${TABLE_NAMES[table]} WHERE ${where} OFFSET 0) looked_up`
  return unless ? sql`LEFT JOIN ${row} ON true` : sql`CROSS JOIN ${row}`
}

/**
 * Only SIMs that match a filter, each looked up by its key: in sims, whose key's index has the filtered columns, or for a session, a
 * plan's use or a silence in sim_live.
 */
export function lookUpMatches(of: Sql, filter: SimFilter, now: Date): Sql {
  const table = isOnLive(filter) ? 'live' : 'sims'
  const conditions = [...simConditions(filter, table), ...liveConditions(filter, now)]
  return conditions.length > 0 ? lookUp(table, of, { conditions }) : sql``
}

/** Only SIMs that match the text, each looked up: for a text so common that a page is full after few rows. */
export function lookUpText(of: Sql, text: string): Sql {
  const own = [sql`t.company_id = ${of}.company_id`, sql`t.iccid = ${of}.iccid`, matchesByScan(text)]
  return sql`CROSS JOIN LATERAL (SELECT FROM sim_texts t WHERE ${allOf(own)} OFFSET 0) holding`
}
