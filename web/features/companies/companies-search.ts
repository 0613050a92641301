import { defineSearch, id, oneOf, searchText } from '#web/lib/define-search.ts'

/** Whether figures of a company are with its subsidiaries; absent: see isOfTree. */
export const FIGURES_OF = ['true', 'false'] as const

/** /companies?search=andes&state=blocked&open=9&subsidiaries=true */
export const readCompaniesSearch = defineSearch({
  search: searchText(),
  state: oneOf(['active', 'blocked']),
  /** the company beside the list */
  open: id,
  subsidiaries: oneOf(FIGURES_OF),
})
