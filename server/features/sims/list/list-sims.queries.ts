import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { SEARCH_LIMIT, type SimListQuery, simList } from '#contract/sims/sims.calls.ts'
import type { Ctx } from '#server/context.ts'
import { encodeCursor } from '#server/db/keyset.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { copyRows } from '#server/db/raw-rows.ts'
import { narrowScope, scopeOf } from '#server/db/scope.ts'
import { companyCalendars } from '#server/records/company-calendars.ts'
import { planSearch, planWholeSearch } from '#server/records/search-plan.ts'
import { allOf, searchedSims, sessionConditions, simConditions } from '#server/records/sim-filter.ts'
import { recentTallies } from '#server/records/tallies.queries.ts'
import type { KeyRequest } from './key-parts.ts'
import { choosePath, estimatePage, type PathAttempts, pageWork } from './page-path.ts'
import { type KeyedRows, pageRows } from './page-rows.ts'
import { chooseSearchPath } from './search-path.ts'
import { SIM_TABLES, selectSimColumns } from './sim-columns.ts'
import { isIccCursor, keysAfter, SORT_ORDERS } from './sim-sort.ts'

type Sql = RawBuilder<unknown>

export interface SimListPage {
  readonly rows: RawRow[]
  readonly nextCursor: string | undefined
  /** the list is cut off after this many matches */
  readonly cappedAt: number | undefined
}

/** One page of the list, in keyset order. */
export async function listSimPage(ctx: Ctx, query: SimListQuery & { limit: number }): Promise<SimListPage> {
  const filter = query.filter ?? {}
  const scope = narrowScope(scopeOf(ctx.actor), filter.companyIds)
  const text = filter.search ? await planSearch(ctx, scope, filter.search) : undefined
  const isLimited = text?.limit !== undefined
  const sort = { order: SORT_ORDERS[query.sort ?? 'icc'], descending: query.descending ?? false }
  const ordered = isLimited && query.cursor !== undefined ? orderOfCursor(query.cursor, sort) : sort
  const after = query.cursor === undefined ? undefined : keysAfter(query.cursor, ordered.order)
  const request = { ...ordered, after, filter, scope, limit: query.limit, skip: query.skip ?? 0, ...(text && { text }) }
  const page = await pageRows(ctx, request, await planPage(ctx, request))
  if (!isLimited || page.found <= SEARCH_LIMIT) return answerOf(page)
  // an order over some of the matches would be taken for the beginning of the list
  if (isByIcc(ordered)) return answerOf(page, SEARCH_LIMIT)
  const byIcc = { ...request, ...BY_ICC, after: after?.slice(-1) }
  return answerOf(await pageRows(ctx, byIcc, await planPage(ctx, byIcc)), SEARCH_LIMIT)
}

type ListOrder = Pick<KeyRequest, 'order' | 'descending'>

const BY_ICC: ListOrder = { order: SORT_ORDERS.icc, descending: false }
const isByIcc = ({ order, descending }: ListOrder): boolean => order === BY_ICC.order && !descending

/** A cut-off list continues in ICC order, whatever was requested. */
const orderOfCursor = (cursor: string, requested: ListOrder): ListOrder => (isIccCursor(cursor) ? BY_ICC : requested)

const answerOf = ({ rows, lastKey }: KeyedRows, cappedAt?: number): SimListPage => ({
  rows,
  nextCursor: lastKey && encodeCursor(lastKey),
  cappedAt,
})

/** The cheapest path to a page, and its fallbacks. */
async function planPage(ctx: Ctx, request: KeyRequest): Promise<PathAttempts> {
  const { filter, scope, limit, skip, text } = request
  if (text && (filter.icc || text.limit !== undefined)) return [{ path: 'search' }]
  if (filter.icc) return [{ path: 'gather' }]
  const inScope = await recentTallies(ctx, scope)
  const inFleet = scope.kind === 'all' ? inScope : await recentTallies(ctx, { kind: 'all' })
  const estimate = estimatePage(request, inScope, inFleet.sims)
  const work = pageWork(request, limit + skip)
  return text ? chooseSearchPath(estimate, work, text, request.descending) : choosePath(estimate, work)
}

export interface StreamOptions {
  readonly names?: readonly string[]
  /** only these ICCIDs */
  readonly only?: readonly string[] | undefined
  /** all that match but these ICCIDs */
  readonly except?: readonly string[] | undefined
}

/** Every matching SIM, streamed. Unordered unless requested: a million rows need not be sorted. */
export async function streamSims(
  ctx: Ctx,
  query: Pick<SimListQuery, 'filter' | 'sort' | 'descending'>,
  { names = simList.names, only, except }: StreamOptions = {},
): Promise<Readable> {
  const filter = query.filter ?? {}
  const scope = narrowScope(scopeOf(ctx.actor), filter.companyIds)
  const sims = searchedSims(scope, filter, filter.search ? await planWholeSearch(ctx, scope, filter.search) : undefined)
  const where = [...sims.where, ...simConditions(filter, 'sims'), ...sessionConditions(filter)]
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
