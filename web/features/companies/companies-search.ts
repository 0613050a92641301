import type { CompanyFilter } from './companies.api.ts'

/** The page's address: /companies?search=andes&state=blocked */
export type CompaniesSearch = Readonly<Record<string, string>>

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ search, state }: CompaniesSearch): CompanyFilter {
  const wanted = search?.trim().slice(0, 80) ?? ''
  return {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(state === 'blocked' || state === 'active' ? { state } : {}),
  }
}

export const isUnfiltered = (filter: CompanyFilter): boolean => Object.keys(filter).length === 0
