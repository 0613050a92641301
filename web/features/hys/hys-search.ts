import { HYS_SEARCH } from '#contract/hys/hys.calls.ts'
import type { HysFilter } from './hys.api.ts'

/** The page's address: /hys?company=4&type=Routers&search=8643 */
export type HysSearch = Readonly<Record<string, string>>

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ company, type, search }: HysSearch) {
  const wanted = search?.trim().slice(0, HYS_SEARCH.most) ?? ''
  return {
    ...(company && /^[1-9]\d{0,8}$/.test(company) ? { company: Number(company) } : {}),
    ...(type ? { productType: type.slice(0, 120) } : {}),
    ...(wanted.length >= HYS_SEARCH.least ? { search: wanted } : {}),
  } satisfies HysFilter
}

export const isUnfiltered = (search: HysSearch): boolean => Object.keys(filterOf(search)).length === 0
