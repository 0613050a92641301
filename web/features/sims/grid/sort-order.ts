import type { SimSort } from '#contract/sims/sims.calls.ts'

export interface SortState {
  readonly sort: SimSort
  readonly descending: boolean
}

/** Amounts and dates start descending: the most and the latest are of interest. */
const GREATEST_FIRST: ReadonlySet<SimSort> = new Set(['consumptionMonthlyData', 'percent', 'activationDate'])

/** The order after a click on a column: reversed if it is sorted by it already. */
export function nextSort(sort: SimSort, now: SortState): SortState {
  return { sort, descending: sort === now.sort ? !now.descending : GREATEST_FIRST.has(sort) }
}
