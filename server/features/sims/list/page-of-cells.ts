import { SEARCH_LIMIT, type SimListQuery } from '#contract/sims/sims.calls.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { compareKeys } from '#server/db/keyset.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { scopeOfCompanies } from '#server/records/company-tree.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import { BY_ICC, type DirectedOrder, keysAfter, keysOfOrder, orderOfCursor, SORT_ORDERS } from '#server/records/sim-sort.ts'
import { choosePagePath } from './choose-page-path.ts'
import { type KeyedRows, pageRows } from './page-rows.ts'
import { searchCells } from './search-cells.ts'
import { SIM_COLUMN_NAMES } from './sim-columns.ts'

interface Page {
  readonly rows: RawRow[]
  readonly lastKey: readonly string[] | undefined
  readonly cappedAt: number | undefined
}

interface CellPage extends KeyedRows {
  readonly by: DirectedOrder
}

/** A page of the SIM list over several cells: each gives one as long, and they are merged by their keys. */
export async function pageOfSeveralCells(ctx: Ctx, query: SimListQuery & { limit: number }): Promise<Page> {
  const { cursor, limit, skip = 0 } = query
  const filter = query.filter ?? {}
  const scope = await scopeOfCompanies(ctx, filter)
  const requested = { order: SORT_ORDERS[query.sort ?? 'icc'], descending: query.descending ?? false }

  const ask = async (cell: Ctx, text?: TextSearch): Promise<CellPage> => {
    const isLimited = text?.limit !== undefined
    const listed = isLimited && cursor !== undefined ? orderOfCursor(cursor, requested) : requested
    const keys = cursor === undefined ? undefined : keysAfter(cursor, listed.order)
    // with a share it is known that more match: their order would be taken for the beginning of the list
    const isCut = text?.shown !== undefined
    const by = isCut ? BY_ICC : listed
    const after = isCut ? keys?.slice(-1) : keys
    const request = {
      ...by,
      after,
      filter,
      now: ctx.now,
      scope,
      limit: limit + skip,
      skip: 0,
      isKeyed: true,
      ...(text && { text }),
    }
    return { by, ...(await pageRows(cell, request, await choosePagePath(cell, request))) }
  }

  if (!filter.search) return { ...merged(await fromEachCell(ctx, (cell) => ask(cell)), { limit, skip }), cappedAt: undefined }
  const { answers, isMore } = await searchCells(ctx, { scope, text: filter.search }, ask)
  return { ...merged(answers, { limit, skip }), cappedAt: isMore ? SEARCH_LIMIT : undefined }
}

const ICC = SIM_COLUMN_NAMES.indexOf('icc')

function merged(pages: readonly CellPage[], { limit, skip }: { limit: number; skip: number }): Omit<Page, 'cappedAt'> {
  const [first] = pages
  const { order, descending } = first?.by ?? BY_ICC
  const compare = compareKeys(keysOfOrder(order), descending ? 'DESC' : 'ASC')
  const keyed = pages.map(({ rows, keys }) => rows.map((row) => ({ row, keys: keys?.get(row[ICC] ?? '') ?? [] })))
  const page = mergeSorted(keyed, (a, b) => compare(a.keys, b.keys), limit + skip).slice(skip)
  return { rows: page.map(({ row }) => row), lastKey: page.length === limit ? page.at(-1)?.keys : undefined }
}
