import { type RawBuilder, sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import {
  type countHys,
  type getHys,
  type getHysFilters,
  type getHysTotals,
  HYS_COUNT_LIMIT,
  HYS_SEARCH_LIMIT,
  type HysTotals,
  hysList,
} from '#contract/hys/hys.calls.ts'
import { COUNTED_ROWS_MAX, type ValueCounts } from '#contract/value-counts.ts'
import { fromEachCell, rowsOfCells } from '#server/cells/cell-context.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keysIn } from '#server/db/keyset.ts'
import { newestFirst, newestFirstOrder, newestOf, olderThan } from '#server/db/newest-first.ts'
import { isSameSim } from '#server/db/same-sim.ts'
import { type CompanyScope, inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import { likeText } from '#server/db/text-search.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { valuesOfCells } from '#server/records/distinct-values.ts'

type Query = CallInput<typeof getHys>['query']
type HysFilter = Omit<Query, 'limit' | 'cursor'>

const LIST = { table: 'hardware_items', as: 'h', at: 'acquired_at', id: 'item_id' } as const

export const HYS_ORDER = { order: newestFirstOrder(LIST), keysOf: keysIn(hysList.names, ['acquiredAt', 'hysId']) }

/** The columns of the list in its order. A SIM that moved to another company is left out. */
const COLUMNS = sql`
  h.item_id, h.kind, h.product_type, h.product, h.imei, h.custom_field_1, h.custom_field_2, coalesce(s.iccid, ''), h.company_id,
  c.business_name, ${momentText(sql`h.acquired_at`)}, coalesce(s.custom_field_1, '')`
const JOINS = sql`
  JOIN companies c ON c.company_id = h.company_id
  LEFT JOIN sims s ON ${isSameSim(sql`s`, sql`h`)}`

const scopeFor = (ctx: Ctx, { company }: HysFilter): CompanyScope => narrowToCompany(scopeOf(ctx.actor), company)

/** A page of the devices and services of the reader's companies, the newest first. */
export function hysPage(ctx: Ctx, { limit, cursor, ...filter }: Query): Promise<ListPageAnswer> {
  return pageOfCells(
    ctx,
    sql`
      SELECT ${COLUMNS} FROM ${newest(scopeFor(ctx, filter), filter, { limit, cursor })} h ${JOINS}
      ${newestFirst(LIST)} LIMIT ${limit}`,
    { ...HYS_ORDER, limit },
  )
}

/** All that match, in the columns of the list, also of a search. @param limit rows at most */
export function hysQuery(ctx: Ctx, filter: HysFilter, limit: number | undefined): RawBuilder<unknown> {
  const scope = scopeFor(ctx, filter)
  const source = filter.search ? found(scope, filter) : sql`hardware_items`
  return sql`
    SELECT ${COLUMNS} FROM ${source} h ${JOINS}
    WHERE ${inScope(scope, sql`h.company_id`)} AND ${ofKind(filter)}
    ${newestFirst(LIST)} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

/** The devices and services by type of product. */
export function hysTypeCounts(ctx: Ctx, filter: Omit<HysFilter, 'productType'>): Promise<ValueCounts> {
  const scope = scopeFor(ctx, filter)
  const source = filter.search ? found(scope, filter, COUNTED_ROWS_MAX + 1) : sql`hardware_items`
  return countValues(
    ctx,
    sql`SELECT h.product_type AS value FROM ${source} h WHERE ${inScope(scope, sql`h.company_id`)} AND ${ofKind(filter)}`,
  )
}

/** What a company or all of them have; null where that is too much to count at each visit. */
export async function readHysTotals(ctx: Ctx, filter: HysFilter): Promise<CallData<typeof getHysTotals>> {
  const counted = sql<HysTotals>`
    SELECT count(*) FILTER (WHERE h.kind = 'device')::int AS devices,
      count(*) FILTER (WHERE h.kind = 'service')::int AS services,
      count(s.iccid) FILTER (WHERE h.kind = 'device')::int AS "withSim",
      count(*) FILTER (WHERE h.imei <> '')::int AS "withImei"
    FROM (
      SELECT i.company_id, i.kind, i.imei, i.iccid FROM hardware_items i
      WHERE ${inScope(scopeFor(ctx, filter), sql`i.company_id`)} LIMIT ${COUNTED_ROWS_MAX + 1}
    ) h LEFT JOIN sims s ON ${isSameSim(sql`s`, sql`h`)}`
  const cells = (await rowsOfCells(ctx, (db) => counted.execute(db))).flat()
  const sum = (of: keyof HysTotals): number => cells.reduce((total, cell) => total + cell[of], 0)
  const totals = { devices: sum('devices'), services: sum('services'), withSim: sum('withSim'), withImei: sum('withImei') }
  return { totals: totals.devices + totals.services > COUNTED_ROWS_MAX ? null : totals }
}

interface Part {
  readonly limit: number
  readonly cursor: string | undefined
}

/** What rows h are besides whose they are; those without an IMEI have indexes of their own. */
function ofKind({ productType, withoutImei }: HysFilter): RawBuilder<unknown> {
  const type = productType ? sql`h.product_type = ${productType}` : sql`true`
  return withoutImei === 'true' ? sql`${type} AND h.kind = 'device' AND h.imei = ''` : type
}

/** The newest matches; of a search, the newest of its matches. */
function newest(scope: CompanyScope, filter: HysFilter, { limit, cursor }: Part): RawBuilder<unknown> {
  const conditions = [ofKind(filter), olderThan(LIST, cursor)]
  if (!filter.search) return newestOf(LIST, { scope, conditions, limit })
  return sql`(
    SELECT * FROM ${found(scope, filter, HYS_SEARCH_LIMIT)} h
    WHERE ${sql.join(conditions, sql` AND `)} ${newestFirst(LIST)} LIMIT ${limit})`
}

/** Rows h of some companies that match the search and the other filters. */
function matchingItems(scope: CompanyScope, filter: HysFilter): RawBuilder<unknown> {
  const pattern = `%${likeText((filter.search ?? '').toLowerCase())}%`
  return sql`FROM hardware_items h WHERE ${inScope(scope, sql`h.company_id`)} AND h.search_text LIKE ${pattern} AND ${ofKind(filter)}`
}

/**
 * Rows that match a text. Fenced: otherwise the planner walks the order instead of the trigram index, and reads everything for a
 * rare text.
 */
function found(scope: CompanyScope, filter: HysFilter, most?: number): RawBuilder<unknown> {
  const limit = most === undefined ? sql`` : sql`LIMIT ${most}`
  return sql`(WITH m AS MATERIALIZED (SELECT * ${matchingItems(scope, filter)} ${limit}) SELECT * FROM m)`
}

/** The number of matches of a search, up to a limit. */
export async function countFound(ctx: Ctx, filter: HysFilter): Promise<CallData<typeof countHys>> {
  const counted = sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT ${matchingItems(scopeFor(ctx, filter), filter)} LIMIT ${HYS_COUNT_LIMIT + 1}) m`
  const found = await fromEachCell(ctx, async ({ db }) => (await counted.execute(db)).rows[0]?.count ?? 0)
  const count = found.reduce((sum, one) => sum + one, 0)
  return { count: Math.min(count, HYS_COUNT_LIMIT), isMore: count > HYS_COUNT_LIMIT }
}

/** The filters of the list. */
export async function hysFilters(ctx: Ctx): Promise<CallData<typeof getHysFilters>> {
  return { productTypes: await valuesOfCells(ctx, { table: 'hardware_items', column: 'product_type' }) }
}
