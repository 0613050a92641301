import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { type SimListQuery, simList } from '#contract/sims.calls.ts'
import type { Ctx } from '../../context.ts'
import { companyCalendars } from '../../db/company-calendars.ts'
import type { RawRow } from '../../db/one-trip.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { narrowScope, scopeOf } from '../../db/scope.ts'
import { allOf, isSearch, kindConditions, searchedSims, sessionConditions } from '../../db/sim-filter.ts'
import { isCommonText } from '../../db/sim-search.ts'
import { recentTallies } from '../../db/tallies.queries.ts'
import type { PageRequest } from './page-keys.ts'
import { choosePath, estimatePage, pageWork, type Ways } from './page-path.ts'
import { pageRows } from './page-rows.ts'
import { SIM_TABLES, selectSimColumns } from './sim-columns.ts'
import { decodeCursor, encodeCursor, SORT_ORDERS } from './sim-sort.ts'

type Sql = RawBuilder<unknown>

export interface SimPage {
  readonly rows: RawRow[]
  readonly nextCursor: string | undefined
}

/** One page of the list, in keyset order. */
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
  const { rows, lastKey } = await pageRows(ctx, ...(await waysTo(ctx, request)))
  return { rows, nextCursor: lastKey && encodeCursor(lastKey) }
}

/** The cheapest way to a page, what comes after it, and what is to be known on it. */
async function waysTo(ctx: Ctx, request: PageRequest): Promise<[PageRequest, Ways]> {
  const { filter, scope, limit, skip } = request
  if (isSearch(filter) && !(filter.search && (await isCommonText(ctx, scope, filter.search))))
    return [request, [{ path: 'gather' }]]
  const inScope = await recentTallies(ctx, scope)
  const inFleet = scope.kind === 'all' ? inScope : await recentTallies(ctx, { kind: 'all' })
  if (isSearch(filter)) return [{ ...request, shareOfFleet: inScope.sims / inFleet.sims }, [{ path: 'read' }]]
  return [request, choosePath(estimatePage(request, inScope, inFleet.sims), pageWork(request, limit + skip))]
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
    sql`SELECT ${selectSimColumns(names, calendars)} FROM ${sims.from} ${SIM_TABLES} WHERE ${allOf(where)} ${orderOf(query)}`,
  )
}

function orderOf({ sort, descending }: Pick<SimListQuery, 'sort' | 'descending'>): Sql {
  if (!sort) return sql``
  const direction = descending ? sql`DESC` : sql`ASC`
  const expressions = [...SORT_ORDERS[sort].keys.map((key) => key.expression), sql`s.iccid`]
  return sql`ORDER BY ${sql.join(expressions.map((expression) => sql`${expression} ${direction}`))}`
}
