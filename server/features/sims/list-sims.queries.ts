import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { SEARCH_LIMIT, type SimFilter, type SimListQuery, simList } from '#contract/sims.calls.ts'
import type { Ctx } from '../../context.ts'
import { copyRows, type RawRow, rawRows } from '../../db/raw-rows.ts'
import { type CompanyScope, narrowScope, scopeOf } from '../../db/scope.ts'
import { selectSimColumns, simTables } from './sim-columns.ts'
import { allOf, isSearch, liveConditions, scopedSims, searchConditions, simConditions } from './sim-filter.ts'
import { decodeCursor, encodeCursor, SORT_ORDERS, type SortOrder } from './sim-sort.ts'

type Sql = RawBuilder<unknown>

/** Up to this many companies, each gives its own first rows in index order and the pages are merged; beyond, one walk over all. */
const MERGE_COMPANIES = 64

interface PageRequest {
  readonly filter: SimFilter
  readonly scope: CompanyScope
  readonly order: SortOrder
  readonly descending: boolean
  readonly limit: number
  readonly skip: number
  readonly after: readonly string[] | undefined
}

export interface SimPage {
  readonly rows: RawRow[]
  readonly nextCursor: string | undefined
}

/** One page of the list, in keyset order. */
export async function listSimPage(ctx: Ctx, query: SimListQuery & { limit: number }): Promise<SimPage> {
  const filter = query.filter ?? {}
  const order = SORT_ORDERS[query.sort ?? 'icc']
  const request: PageRequest = {
    filter,
    scope: narrowScope(scopeOf(ctx.actor), filter.companyIds),
    order,
    descending: query.descending ?? false,
    limit: query.limit,
    skip: query.skip ?? 0,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor, order),
  }
  const rows = await rawRows(ctx.pool, ctx.db, pageSql(ctx.now, request))
  const last = rows.at(-1)
  const cut = rows.map((row) => row.slice(0, simList.names.length))
  if (rows.length < query.limit || !last) return { rows: cut, nextCursor: undefined }
  return { rows: cut, nextCursor: encodeCursor(last.slice(simList.names.length).map(String)) }
}

/** First the keys of the page, from an index where there is one; then the columns, for those rows only. */
function pageSql(now: Date, request: PageRequest): Sql {
  const { order, descending } = request
  const keys = order.keys.map((_, index) => sql.ref(`page.k${index}`))
  const direction = descending ? sql`DESC` : sql`ASC`
  const total = sql.join([...keys, sql`page.iccid`].map((key) => sql`${key} ${direction}`))
  return sql`
    ${isSearch(request.filter) ? searchedPage(request) : walkedPage(request)}
    SELECT ${selectSimColumns(simList.names)}, ${sql.join([...keys.map((key) => sql`${key}::text`), sql`page.iccid`])}
    FROM page
    JOIN sims s ON s.company_id = page.company_id AND s.iccid = page.iccid
    ${simTables(now, 'page')}
    ORDER BY ${total}`
}

/** The page's keys out of the tables in `from`, which must offer s or l for what the order and conditions name. */
function keyRows(request: PageRequest, { from, where }: { from: Sql; where: readonly Sql[] }): Sql {
  const { order, descending, after } = request
  const table = order.table === 'live' ? sql`l` : sql`s`
  const iccid = sql`${table}.iccid`
  const expressions = [...order.keys.map((key) => key.expression), iccid]
  const direction = descending ? sql`DESC` : sql`ASC`
  const aliases = order.keys.map((key, index) => sql`, ${key.expression} AS ${sql.id(`k${index}`)}`)
  const conditions = [...where]
  if (after) {
    const types = [...order.keys.map((key) => key.type), sql`text`]
    const bounds = after.map((value, index) => sql`${value}::${types[index] ?? sql`text`}`)
    conditions.push(sql`(${sql.join(expressions)}) ${descending ? sql`<` : sql`>`} (${sql.join(bounds)})`)
  }
  return sql`
    SELECT ${table}.company_id, ${iccid} ${sql.join(aliases, sql``)}
    FROM ${from}
    WHERE ${allOf(conditions)}
    ORDER BY ${sql.join(expressions.map((expression) => sql`${expression} ${direction}`))}`
}

const LIVE_JOIN = sql`l.company_id = s.company_id AND l.iccid = s.iccid`

/** Only the tables that the order and the filter name: a walk over a narrow index stays narrow. */
function tablesFor({ order, filter }: PageRequest): Sql {
  const needsSims = order.table === 'sims' || simConditions(filter).length > 0
  const needsLive = order.table === 'live' || liveConditions(filter).length > 0
  if (needsSims && needsLive) return sql`sims s JOIN sim_live l ON ${LIVE_JOIN}`
  return needsSims ? sql`sims s` : sql`sim_live l`
}

function walkedPage(request: PageRequest): Sql {
  const { scope, filter, limit, skip, order } = request
  const company = order.table === 'live' ? sql`l.company_id` : sql`s.company_id`
  const from = tablesFor(request)
  const filters = [...simConditions(filter), ...liveConditions(filter)]
  const window = sql`LIMIT ${limit} OFFSET ${skip}`
  if (scope.kind === 'all') return sql`WITH page AS (${keyRows(request, { from, where: filters })} ${window})`
  const [only, ...others] = scope.ids
  if (others.length === 0) {
    return sql`WITH page AS (${keyRows(request, { from, where: [sql`${company} = ${only ?? -1}`, ...filters] })} ${window})`
  }
  if (scope.ids.length > MERGE_COMPANIES) {
    const where = [sql`${company} = ANY(${[...scope.ids]}::int[])`, ...filters]
    return sql`WITH page AS (${keyRows(request, { from, where })} ${window})`
  }
  const each = keyRows(request, { from, where: [sql`${company} = own.company_id`, ...filters] })
  const keys = [...order.keys.map((_, index) => sql.ref(`each_company.k${index}`)), sql`each_company.iccid`]
  const direction = request.descending ? sql`DESC` : sql`ASC`
  return sql`WITH page AS (
    SELECT each_company.* FROM unnest(${[...scope.ids]}::int[]) AS own(company_id)
    CROSS JOIN LATERAL (${each} LIMIT ${limit + skip}) AS each_company
    ORDER BY ${sql.join(keys.map((key) => sql`${key} ${direction}`))} ${window})`
}

/**
 * A search looks up what matches, at most SEARCH_LIMIT, then orders it. The MATERIALIZED fence keeps the planner from
 * walking the order's index for common fragments (measured: 640 ms instead of 7).
 */
function searchedPage(request: PageRequest): Sql {
  const { filter, scope, limit, skip } = request
  const live = liveConditions(filter)
  const where = [scopedSims(scope), ...searchConditions(filter), ...simConditions(filter), ...live]
  const from = live.length > 0 ? sql`sims s JOIN sim_live l ON ${LIVE_JOIN}` : sql`sims s`
  const found = sql`found JOIN sims s ON s.company_id = found.company_id AND s.iccid = found.iccid JOIN sim_live l ON ${LIVE_JOIN}`
  return sql`WITH found AS MATERIALIZED (
    SELECT s.company_id, s.iccid FROM ${from} WHERE ${allOf(where)} LIMIT ${SEARCH_LIMIT}
  ), page AS (${keyRows(request, { from: found, where: [] })} LIMIT ${limit} OFFSET ${skip})`
}

export interface StreamOptions {
  readonly names?: readonly string[]
  /** only these ICCIDs */
  readonly only?: readonly string[] | undefined
  /** all that match but these ICCIDs */
  readonly except?: readonly string[] | undefined
}

/** Every SIM that matches, streamed. Without a wish for an order there is none: a million rows need not be sorted. */
export function streamSims(
  ctx: Ctx,
  query: Pick<SimListQuery, 'filter' | 'sort' | 'descending'>,
  { names = simList.names, only, except }: StreamOptions = {},
): Promise<Readable> {
  const filter = query.filter ?? {}
  const scope = narrowScope(scopeOf(ctx.actor), filter.companyIds)
  const where = [scopedSims(scope), ...searchConditions(filter), ...simConditions(filter), ...liveConditions(filter)]
  if (only) where.push(sql`s.iccid = ANY(${only}::text[])`)
  if (except?.length) where.push(sql`s.iccid <> ALL(${except}::text[])`)
  return copyRows(
    ctx.pool,
    ctx.db,
    sql`SELECT ${selectSimColumns(names)} FROM sims s ${simTables(ctx.now, 'all')} WHERE ${allOf(where)} ${orderOf(query)}`,
  )
}

function orderOf({ sort, descending }: Pick<SimListQuery, 'sort' | 'descending'>): Sql {
  if (!sort) return sql``
  const direction = descending ? sql`DESC` : sql`ASC`
  const expressions = [...SORT_ORDERS[sort].keys.map((key) => key.expression), sql`s.iccid`]
  return sql`ORDER BY ${sql.join(expressions.map((expression) => sql`${expression} ${direction}`))}`
}
