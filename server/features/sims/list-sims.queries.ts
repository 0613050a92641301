import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { type SimListQuery, simList } from '#contract/sims.calls.ts'
import type { Ctx } from '../../context.ts'
import { companyCalendars } from '../../db/company-calendars.ts'
import { copyRows, type RawRow, rawRows } from '../../db/raw-rows.ts'
import { narrowScope, scopeOf } from '../../db/scope.ts'
import { allOf, isSearch, kindConditions, searchedSims, sessionConditions } from '../../db/sim-filter.ts'
import { isCommonText } from '../../db/sim-search.ts'
import { recentTallies } from '../../db/tallies.queries.ts'
import { type PageRequest, pageKeysSql } from './page-keys.ts'
import { choosePath, estimatePage, pageWork, sumOf } from './page-path.ts'
import { calendarTable, SIM_TABLES, selectSimColumns } from './sim-columns.ts'
import { decodeCursor, encodeCursor, SORT_ORDERS } from './sim-sort.ts'

type Sql = RawBuilder<unknown>

export interface SimPage {
  readonly rows: RawRow[]
  readonly nextCursor: string | undefined
}

/**
 * One page of the list, in keyset order: first the keys, planned for the values that were asked for, then the columns of those
 * rows, by a statement that is planned once. In one statement, planning took longer than running (2 ms of 3).
 */
export async function listSimPage(ctx: Ctx, query: SimListQuery & { limit: number }): Promise<SimPage> {
  const order = SORT_ORDERS[query.sort ?? 'icc']
  const filter = query.filter ?? {}
  const request: PageRequest = {
    filter,
    scope: narrowScope(scopeOf(ctx.actor), filter.companyIds),
    order,
    descending: query.descending ?? false,
    limit: query.limit,
    skip: query.skip ?? 0,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor, order),
  }
  const keys = await rawRows(ctx.pool, ctx.db, await keysSqlFor(ctx, request))
  const rows = await rowsOf(ctx, keys)
  const last = keys.length < query.limit ? undefined : keys.at(-1)
  if (!last) return { rows, nextCursor: undefined }
  const [, iccid, ...values] = last
  return { rows, nextCursor: encodeCursor([...values, iccid ?? null].map(String)) }
}

async function keysSqlFor(ctx: Ctx, request: PageRequest): Promise<Sql> {
  const { filter, scope, limit, skip } = request
  if (isSearch(filter) && !(filter.search && (await isCommonText(ctx, scope, filter.search))))
    return pageKeysSql(request, 'gather')
  const inScope = await recentTallies(ctx, scope)
  const inFleet = sumOf(scope.kind === 'all' ? inScope : await recentTallies(ctx, { kind: 'all' }))
  if (isSearch(filter)) return pageKeysSql({ ...request, shareOfFleet: sumOf(inScope) / inFleet }, 'read')
  return pageKeysSql(request, choosePath(estimatePage(request, inScope, inFleet), pageWork(request, limit + skip)))
}

/** The columns of some SIMs, in the order of their keys (company_id, iccid, …). Each key brings its company's calendar along. */
async function rowsOf(ctx: Ctx, keys: readonly RawRow[]): Promise<RawRow[]> {
  if (keys.length === 0) return []
  const companyIds = keys.map(([companyId]) => Number(companyId))
  const calendars = await companyCalendars(ctx, ctx.now, companyIds)
  const byCompany = new Map(calendars.map((calendar) => [calendar.companyId, calendar]))
  const rows = sql`
    SELECT ${selectSimColumns(simList.names)}
    FROM unnest(
      ${companyIds}::int[],
      ${keys.map(([, iccid]) => iccid)}::text[],
      ${companyIds.map((companyId) => byCompany.get(companyId)?.today)}::date[],
      ${companyIds.map((companyId) => byCompany.get(companyId)?.cycleStart)}::date[]
    ) WITH ORDINALITY AS c(company_id, iccid, today, cycle_start, position)
    JOIN sims s ON s.company_id = c.company_id AND s.iccid = c.iccid COLLATE "C"
    ${SIM_TABLES}
    ORDER BY c.position`
  return rawRows(ctx.pool, ctx.db, rows, 'sim-page-rows')
}

export interface StreamOptions {
  readonly names?: readonly string[]
  /** only these ICCIDs */
  readonly only?: readonly string[] | undefined
  /** all that match but these ICCIDs */
  readonly except?: readonly string[] | undefined
}

/** Every SIM that matches, streamed. Without a wish for an order there is none: a million rows need not be sorted. */
export async function streamSims(
  ctx: Ctx,
  query: Pick<SimListQuery, 'filter' | 'sort' | 'descending'>,
  { names = simList.names, only, except }: StreamOptions = {},
): Promise<Readable> {
  const filter = query.filter ?? {}
  const scope = narrowScope(scopeOf(ctx.actor), filter.companyIds)
  const sims = searchedSims(scope, filter)
  const where = [...sims.where, ...kindConditions(filter, 'sims'), ...sessionConditions(filter)]
  if (only) where.push(sql`s.iccid = ANY(${only}::text[])`)
  if (except?.length) where.push(sql`s.iccid <> ALL(${except}::text[])`)
  const calendars = await companyCalendars(ctx, ctx.now, scope.kind === 'all' ? 'all' : scope.ids)
  return copyRows(
    ctx.pool,
    ctx.db,
    sql`SELECT ${selectSimColumns(names)} FROM ${sims.from} ${SIM_TABLES} ${calendarTable(calendars)} WHERE ${allOf(where)} ${orderOf(query)}`,
  )
}

function orderOf({ sort, descending }: Pick<SimListQuery, 'sort' | 'descending'>): Sql {
  if (!sort) return sql``
  const direction = descending ? sql`DESC` : sql`ASC`
  const expressions = [...SORT_ORDERS[sort].keys.map((key) => key.expression), sql`s.iccid`]
  return sql`ORDER BY ${sql.join(expressions.map((expression) => sql`${expression} ${direction}`))}`
}
