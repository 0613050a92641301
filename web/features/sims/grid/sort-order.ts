import type { SimSort } from '#contract/sims/sims.calls.ts'

export interface SortState {
  readonly sort: SimSort
  readonly descending: boolean
}

/** Amounts and dates begin with the greatest: what is looked for is the most and the latest. */
const GREATEST_FIRST: ReadonlySet<SimSort> = new Set(['consumptionMonthlyData', 'percent', 'activationDate'])

/** The order after a press on a column: the other way round if it is ordered by it already. */
export function nextSort(sort: SimSort, now: SortState): SortState {
  return { sort, descending: sort === now.sort ? !now.descending : GREATEST_FIRST.has(sort) }
}
