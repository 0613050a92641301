import { defineSearch, id, oneOf, searchText } from '#web/lib/define-search.ts'

/** /companies?search=andes&state=blocked&open=9 */
export const readCompaniesSearch = defineSearch({
  search: searchText(),
  state: oneOf(['active', 'blocked']),
  /** the company beside the list */
  open: id,
})
