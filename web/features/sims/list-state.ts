import { SIM_SORTS, type SimFilter } from '#contract/sims/sims.calls.ts'
import { SIM_TABS, type SimTab } from '#domain/editability.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#web/lib/address.ts'
import { type SimsSearch, simFilterOf, simsSearch } from '#web/lib/sims-address.ts'
import type { SortState } from './grid/sort-order.ts'
import type { ListOrder } from './sims.api.ts'

/** The state of the list in its address. */
export interface ListState extends ListOrder {
  /** ICC of the SIM that is open in the panel */
  readonly open: string | undefined
  readonly tab: SimTab | undefined
}

/** The order of a list that has none in its address: what went silent last is first. */
const defaultOrder = ({ silentFor }: SimFilter): SortState =>
  silentFor ? { sort: 'lastSeen', descending: true } : { sort: 'icc', descending: false }

const hasDefaultOrder = ({ filter, sort, descending }: ListOrder): boolean => {
  const usual = defaultOrder(filter)
  return sort === usual.sort && descending === usual.descending
}

/** Minimum length of a search: shorter texts have no index. */
export const SEARCH_MIN = 3
const SEARCH_MAX = 120
const ICC_TEXT = /^[0-9 ]{18,30}[fF]?$/

/** Ignores values that the server would reject: a mistyped address must still show the list. */
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

/** The list's state from its address; unreadable values are ignored. */
export function listStateOf(search: SimsSearch): ListState {
  const descending = search.sort?.startsWith('-') ?? false
  const sort = SIM_SORTS.find((name) => name === (descending ? search.sort?.slice(1) : search.sort))
  const filter = readableFilter(search)
  return {
    filter,
    ...(sort ? { sort, descending } : defaultOrder(filter)),
    open: search.sim && ICC_TEXT.test(search.sim) ? search.sim : undefined,
    tab: SIM_TABS.find((name) => name === search.tab),
  }
}

/** The address parameters of a state, without defaults. */
export function listSearch({ filter, sort, descending, open, tab }: ListState): SimsSearch {
  return {
    ...simsSearch(filter),
    ...(hasDefaultOrder({ filter, sort, descending }) ? {} : { sort: descending ? `-${sort}` : sort }),
    ...(open ? { sim: open } : {}),
    ...(tab ? { tab } : {}),
  }
}

/** A state after a change: another filter has its own default order, unless a person has chosen one. */
export function changedState(state: ListState, change: Partial<ListState>): ListState {
  const { filter } = change
  return { ...state, ...(filter && hasDefaultOrder(state) ? defaultOrder(filter) : {}), ...change }
}

/** Whether the filter is empty. */
export function isUnfiltered(filter: SimFilter): boolean {
  return Object.keys(simsSearch(filter)).length === 0
}

/** Whether all its SIMs are of one company. */
export const isOfOneCompany = ({ companyIds, subsidiaries }: SimFilter): boolean => companyIds?.length === 1 && !subsidiaries

/** The change of a filter by a searched text; while it is typed on, it leaves no step behind. */
export function withSearch(filter: SimFilter, text: string): [{ filter: SimFilter }, { replace: boolean }] {
  const { search: before, ...rest } = filter
  return [{ filter: text === '' ? rest : { ...rest, search: text } }, { replace: Boolean(before) && text !== '' }]
}

/** Filter and order of a state. */
export function listOrderOf({ filter, sort, descending }: ListState): ListOrder {
  return { filter, sort, descending }
}

/** Filter and order as the query of a saved view, without the open SIM. */
export function viewQuery(state: ListState): string {
  const search = listSearch({ ...state, open: undefined, tab: undefined })
  return new URLSearchParams(stringifyPlainSearch(search)).toString()
}

/** The state of a saved view. */
export function stateOfView(query: string): ListState {
  return listStateOf(parsePlainSearch(query))
}
