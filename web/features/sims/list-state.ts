import { SIM_SORTS, type SimFilter, type SimSort } from '#contract/sims/sims.calls.ts'
import { SIM_TABS, type SimTab } from '#domain/editability.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#web/lib/address.ts'
import { type SimsSearch, simFilterOf, simsSearch } from '#web/lib/sims-address.ts'

/** Everything that a shared address of the list brings back. */
export interface ListState {
  readonly filter: SimFilter
  readonly sort: SimSort
  readonly descending: boolean
  /** ICC of the SIM that is open in the panel */
  readonly open: string | undefined
  readonly tab: SimTab | undefined
}

export const DEFAULT_SORT: SimSort = 'icc'

/** Fewer characters than this have no index behind them. */
export const SEARCH_MIN = 3
const SEARCH_MAX = 120
const ICC_TEXT = /^[0-9 ]{18,30}[fF]?$/

/** What the server would refuse does not filter: an address can be mistyped, and the list must still stand. */
function readableFilter(search: SimsSearch): SimFilter {
  const filter = simFilterOf(search)
  const text = filter.search?.trim().slice(0, SEARCH_MAX) ?? ''
  const { search: _search, icc, ...rest } = filter
  return {
    ...rest,
    ...(text.length >= SEARCH_MIN ? { search: text } : {}),
    ...(icc && ICC_TEXT.test(icc) ? { icc } : {}),
  }
}

/** The list's state from the parameters of its address; what cannot be read counts as absent. */
export function listStateOf(search: SimsSearch): ListState {
  const descending = search.sort?.startsWith('-') ?? false
  const sort = SIM_SORTS.find((name) => name === (descending ? search.sort?.slice(1) : search.sort))
  return {
    filter: readableFilter(search),
    sort: sort ?? DEFAULT_SORT,
    descending: sort !== undefined && descending,
    open: search.sim && ICC_TEXT.test(search.sim) ? search.sim : undefined,
    tab: SIM_TABS.find((name) => name === search.tab),
  }
}

/** The address parameters of a state; defaults are left out. */
export function listSearch({ filter, sort, descending, open, tab }: ListState): SimsSearch {
  const isDefault = sort === DEFAULT_SORT && !descending
  return {
    ...simsSearch(filter),
    ...(isDefault ? {} : { sort: descending ? `-${sort}` : sort }),
    ...(open ? { sim: open } : {}),
    ...(tab ? { tab } : {}),
  }
}

/** Whether the filter lets everything through. */
export function isUnfiltered(filter: SimFilter): boolean {
  return Object.keys(simsSearch(filter)).length === 0
}

/** The part of a state that decides which rows come in which order. */
export function orderOf({ filter, sort, descending }: ListState): Pick<ListState, 'filter' | 'sort' | 'descending'> {
  return { filter, sort, descending }
}

/** The part of a state that a saved view keeps: filter and order, not the SIM that happens to be open. */
export function viewQuery(state: ListState): string {
  const search = listSearch({ ...state, open: undefined, tab: undefined })
  return new URLSearchParams(stringifyPlainSearch(search)).toString()
}

/** The state that a saved view stands for. */
export function stateOfView(query: string): ListState {
  return listStateOf(parsePlainSearch(query))
}
