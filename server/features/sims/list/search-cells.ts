import { SEARCH_LIMIT } from '#contract/sims/sims.calls.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { CompanyScope } from '#server/db/scope.ts'
import { planSearch, type TextSearch } from '#server/records/search-plan.ts'
import { recentTallies } from '#server/records/tallies.queries.ts'

interface Searched<T> {
  readonly answers: readonly T[]
  /** more match than is shown */
  readonly isMore: boolean
}

/**
 * What each cell answers about the SIMs that hold a text. Whether a search is exact depends on the SIMs of all cells. Where more match
 * than is shown, each cell is asked again for its share (`shown`).
 */
export async function searchCells<T extends { readonly found: number }>(
  ctx: Ctx,
  { scope, text }: { readonly scope: CompanyScope; readonly text: string },
  ask: (ctx: Ctx, search: TextSearch) => Promise<T>,
): Promise<Searched<T>> {
  const isOne = ctx.readableCells.length === 1
  const sims = isOne ? undefined : sumOf((await fromEachCell(ctx, (cell) => recentTallies(cell, scope))).map((one) => one.sims))
  const searches = await fromEachCell(ctx, (cell) => planSearch(cell, scope, text, sims))
  const askAll = (shares?: readonly number[]) =>
    fromEachCell(ctx, (cell, place) => {
      const [search = searches[place], shown] = [searches[place], shares?.[place]]
      if (!search) throw new Error('a cell has no plan')
      return ask(cell, shown === undefined ? search : { ...search, shown })
    })
  const answers = await askAll()
  const found = answers.map((one) => one.found)
  const isMore = searches.some(({ limit }) => limit !== undefined) && sumOf(found) > SEARCH_LIMIT
  return { answers: isMore && !isOne ? await askAll(sharesOf(SEARCH_LIMIT, found)) : answers, isMore }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Divides what is shown: who has less than an even share leaves the rest to the others. */
export function sharesOf(total: number, matches: readonly number[]): number[] {
  const shares = matches.map(() => 0)
  const byWant = [...matches.keys()].sort((a, b) => (matches[a] ?? 0) - (matches[b] ?? 0))
  let rest = total
  for (const [index, place] of byWant.entries()) {
    const share = Math.min(matches[place] ?? 0, Math.floor(rest / (byWant.length - index)))
    shares[place] = share
    rest -= share
  }
  return shares
}
