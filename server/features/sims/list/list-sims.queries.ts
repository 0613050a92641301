import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { SEARCH_LIMIT, type SimListQuery, simList } from '#contract/sims/sims.calls.ts'
import { copyOfCells } from '#server/cells/copies.ts'
import type { Ctx } from '#server/context.ts'
import { compareKeys, encodeCursor, type Key } from '#server/db/keyset.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { companyCalendars } from '#server/records/company-calendars.ts'
import { scopeOfCompanies } from '#server/records/company-tree.ts'
import { planSearch, planWholeSearch } from '#server/records/search-plan.ts'
import { allOf, presentConditions, searchedSims, simConditions } from '#server/records/sim-filter.ts'
import { BY_ICC, isByIcc, keysAfter, keysOfOrder, orderOfCursor, SORT_ORDERS } from '#server/records/sim-sort.ts'
import { choosePagePath } from './choose-page-path.ts'
import { isCutHere } from './page-keys.ts'
import { pageOfSeveralCells } from './page-of-cells.ts'
import { type KeyedRows, pageRows } from './page-rows.ts'
import { SIM_TABLES, selectSimColumns } from './sim-columns.ts'

type Sql = RawBuilder<unknown>

export interface SimListPage {
  readonly rows: RawRow[]
  readonly nextCursor: string | undefined
  /** the list is cut off after this many matches */
  readonly cappedAt: number | undefined
}

/** One page of the list, in keyset order. */
export async function listSimPage(ctx: Ctx, query: SimListQuery & { limit: number }): Promise<SimListPage> {
  if (ctx.readableCells.length > 1) {
    const { cappedAt, ...page } = await pageOfSeveralCells(ctx, query)
    return answerOf(page, cappedAt)
  }
  const filter = query.filter ?? {}
  const scope = await scopeOfCompanies(ctx, filter)
  const text = filter.search ? await planSearch(ctx, scope, filter.search) : undefined
  const isLimited = text?.limit !== undefined
  const sort = { order: SORT_ORDERS[query.sort ?? 'icc'], descending: query.descending ?? false }
  const ordered = isLimited && query.cursor !== undefined ? orderOfCursor(query.cursor, sort) : sort
  const after = query.cursor === undefined ? undefined : keysAfter(query.cursor, ordered.order)
  const request = {
    ...ordered,
    after,
    filter,
    now: ctx.now,
    scope,
    limit: query.limit,
    skip: query.skip ?? 0,
    ...(text && { text }),
  }
  const page = await pageRows(ctx, request, await choosePagePath(ctx, request))
  if (!isLimited || page.found <= SEARCH_LIMIT) return answerOf(page)
  // an order over some of the matches would be taken for the beginning of the list
  if (isByIcc(ordered) || isCutHere(request)) return answerOf({ ...page, lastKey: page.lastKey?.slice(-1) }, SEARCH_LIMIT)
  const byIcc = { ...request, ...BY_ICC, after: after?.slice(-1) }
  return answerOf(await pageRows(ctx, byIcc, await choosePagePath(ctx, byIcc)), SEARCH_LIMIT)
}

const answerOf = ({ rows, lastKey }: Pick<KeyedRows, 'rows' | 'lastKey'>, cappedAt?: number): SimListPage => ({
  rows,
  nextCursor: lastKey && encodeCursor(lastKey),
  cappedAt,
})

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
  const scope = await scopeOfCompanies(ctx, filter)
  const calendars = await companyCalendars(ctx, ctx.now, scope.kind === 'all' ? 'all' : scope.ids)
  const onLive = await presentConditions(ctx, scope, filter, ctx.now, calendars)
  const keys = query.sort ? keysOfOrder(SORT_ORDERS[query.sort]) : []
  // rows of several cells are merged by their keys, which not all are columns
  const hidden = ctx.readableCells.length > 1 ? keys.map(({ expression }) => sql`, ${expression}`) : []
  const columns = sql`${selectSimColumns(names, calendars)} ${sql.join(hidden, sql``)}`
  const queryOf = async (cell: Ctx): Promise<Sql> => {
    const sims = searchedSims(scope, filter, filter.search ? await planWholeSearch(cell, scope, filter.search) : undefined)
    const where = [...sims.where, ...simConditions(filter, 'sims'), ...onLive]
    if (only) where.push(sql`s.iccid = ANY(${only}::text[])`)
    if (except?.length) where.push(sql`s.iccid <> ALL(${except}::text[])`)
    return sql`SELECT ${columns} FROM ${sims.from} ${SIM_TABLES} WHERE ${allOf(where)} ${orderBy(keys, query.descending)}`
  }
  const order = { compare: compareKeys(keys, query.descending ? 'DESC' : 'ASC') }
  const keysOf = (row: RawRow) => row.slice(-keys.length)
  return copyOfCells(ctx, queryOf, query.sort ? { order, keysOf, hidden: keys.length } : undefined)
}

function orderBy(keys: readonly Key[], descending = false): Sql {
  if (keys.length === 0) return sql``
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql`ORDER BY ${sql.join(keys.map(({ expression }) => sql`${expression} ${direction}`))}`
}
