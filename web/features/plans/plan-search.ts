import { PLAN_SORTS, type PlanSort } from '#contract/filter-values.ts'
import type { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { defineSearch, flag, id, type Order, orderOfParam, searchText, sortOf, sortParam } from '#web/lib/define-search.ts'
import type { PlanQuery } from './plans.api.ts'

/** /plans?company=4&search=telemetria&sort=-planPrice&plan=12; older addresses have `descending=true` beside the sort. */
export const readPlansSearch = defineSearch({
  company: id,
  search: searchText(),
  sort: sortOf(PLAN_SORTS),
  descending: flag,
  plan: id,
})

/** Of an address that leads to the pools, which are below the list. */
export const POOLS_HASH = 'pools'

export type PlansSearch = ReturnType<typeof readPlansSearch>

export const DEFAULT_PLAN_ORDER: Order<PlanSort> = { sort: 'totalActive', descending: true }

interface SortHeadStyle {
  readonly word: keyof typeof PLAN_WORDS
  /** first ascending; figures start descending */
  readonly isText?: boolean
}

/** Sortable columns, with the labels of their heads. */
export const PLAN_SORT_HEADS: Readonly<Record<PlanSort, SortHeadStyle>> = {
  planName: { word: 'plan', isText: true },
  provider: { word: 'provider', isText: true },
  data: { word: 'data' },
  sms: { word: 'sms' },
  voice: { word: 'voice' },
  planPrice: { word: 'price' },
  totalActive: { word: 'active' },
  totalSims: { word: 'sims' },
  totalPrice: { word: 'total' },
}

export function planOrderOf({ sort, descending }: PlansSearch): Order<PlanSort> {
  const order = orderOfParam(sort, DEFAULT_PLAN_ORDER)
  return descending ? { ...order, descending: true } : order
}

/** A sort order as a change of the address. */
export const planSortOf = (order: Order<PlanSort>): PlansSearch => ({
  sort: sortParam(order, DEFAULT_PLAN_ORDER),
  descending: undefined,
})

/** The call's filter and sort order of an address. */
export function planQueryOf(search: PlansSearch): PlanQuery {
  const { sort, descending } = planOrderOf(search)
  return { company: search.company, search: search.search, sort, descending: descending ? 'true' : 'false' }
}
