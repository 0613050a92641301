import type { StoreFilter } from './store.api.ts'

/** The address: /requests?tab=store&category=2&brand=3&search=antena */
export type StoreSearch = Readonly<Record<string, string>>

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** What an address of the store shows; what can't be read does not filter. */
export const storeFilterOf = ({ category, brand, search = '' }: StoreSearch): StoreFilter => ({
  category: idOf(category),
  brand: idOf(brand),
  search: search.slice(0, 120),
})
