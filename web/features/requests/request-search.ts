import { REQUEST_PATH, REQUEST_TYPES } from '#domain/requests.ts'
import { day, defineSearch, flag, id, oneOf } from '#web/lib/define-search.ts'

/** A draft is a cart, not a request of the list. Those that wait for a step come first. */
export const LISTED_REQUEST_STATES = [...REQUEST_PATH, 'rejected', 'cancelled'] as const

/** /requests?company=4&status=submitted&type=sims&from=2026-11-01&to=2026-11-21&open=7 */
export const REQUEST_PARAMS = {
  company: id,
  subsidiaries: flag,
  status: oneOf(LISTED_REQUEST_STATES),
  type: oneOf(REQUEST_TYPES),
  from: day,
  to: day,
  /** the request beside the list */
  open: id,
} as const

export const readRequestFilter = defineSearch(REQUEST_PARAMS)

export type RequestSearch = ReturnType<typeof readRequestFilter>
