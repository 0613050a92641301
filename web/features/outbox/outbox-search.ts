import { MAIL_STATES } from '#contract/filter-values.ts'
import { day, defineSearch, oneOf, searchText } from '#web/lib/define-search.ts'

/** /outbox?state=failed&address=ana@andes&from=2026-11-01&to=2026-11-21 */
export const readOutboxSearch = defineSearch({
  state: oneOf(MAIL_STATES),
  address: searchText({ most: 254 }),
  from: day,
  to: day,
})

export type OutboxSearch = ReturnType<typeof readOutboxSearch>
