import { defineSearch, oneOf, searchText } from '#web/lib/define-search.ts'

/** /companies?search=andes&state=blocked */
export const readCompaniesSearch = defineSearch({ search: searchText(), state: oneOf(['active', 'blocked']) })
