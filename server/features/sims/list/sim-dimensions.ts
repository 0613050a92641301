import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { Tally } from '#server/records/tallies.queries.ts'

/** Each filter with its property of a tally. */
export const DIMENSIONS = {
  administrativeStatusIds: 'administrativeStatus',
  gprsStatuses: 'gprsStatus',
  providerIds: 'originId',
  simTypeIds: 'simTypeId',
  planCodes: 'planCode',
  apnIds: 'apnId',
} as const satisfies Partial<Record<keyof SimFilter, keyof Tally>>
export type Dimension = keyof typeof DIMENSIONS
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[]

/** Whether a tally passes one filter. */
export function passes(tally: Tally, filter: SimFilter, dimension: Dimension): boolean {
  const values: readonly (number | string)[] = filter[dimension] ?? []
  return values.length === 0 || values.includes(tally[DIMENSIONS[dimension]])
}
