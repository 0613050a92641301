import { defineSearch, id, matching, searchText } from '#web/lib/define-search.ts'

/** /requests?tab=store&category=2&brand=3&search=antena&plan=CL-IOT250 */
export const STORE_PARAMS = {
  category: id,
  brand: id,
  search: searchText({ most: 120 }),
  plan: matching(/^[\w.-]{1,40}$/),
} as const

export const readStoreSearch = defineSearch(STORE_PARAMS)

export type StoreSearch = ReturnType<typeof readStoreSearch>
