import { REQUEST_STATES, REQUEST_TYPES } from '#domain/requests.ts'
import { isTypedDay } from '#web/lib/typed-day.ts'
import type { RequestFilter } from './requests.api.ts'

/** The list's address: /requests?company=4&status=submitted&type=sims&from=2026-11-01&to=2026-11-21 */
export type RequestSearch = Readonly<Record<string, string>>

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ company, from, to, ...search }: RequestSearch) {
  const status = REQUEST_STATES.find((one) => one !== 'draft' && one === search.status)
  const type = REQUEST_TYPES.find((one) => one === search.type)
  return {
    ...(company && /^[1-9]\d{0,8}$/.test(company) ? { company: Number(company) } : {}),
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(isTypedDay(from) ? { from } : {}),
    ...(isTypedDay(to) ? { to } : {}),
  } satisfies RequestFilter
}

export const isUnfiltered = (search: RequestSearch): boolean => Object.keys(filterOf(search)).length === 0
