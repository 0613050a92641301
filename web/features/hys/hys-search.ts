import { HYS_SEARCH } from '#contract/filter-values.ts'
import { defineSearch, flag, id, searchText } from '#web/lib/define-search.ts'
import type { HysListFilter } from './hys.api.ts'

/** /hys?company=4&type=Routers&withoutImei=true&search=8643 */
export const readHysSearch = defineSearch({
  company: id,
  type: searchText({ most: 120 }),
  withoutImei: flag,
  search: searchText(HYS_SEARCH),
})

export type HysSearch = ReturnType<typeof readHysSearch>

/** The call's filter of an address. */
export const hysFilterOf = ({ type, ...filter }: HysSearch): HysListFilter => ({ ...filter, productType: type })
