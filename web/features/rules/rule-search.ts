import { RULE_ACTION_STATES } from '#contract/filter-values.ts'
import { RULE_TRIGGERS } from '#domain/rules.ts'
import { day, defineSearch, icc, id, longId, oneOf, searchText } from '#web/lib/define-search.ts'

/** /rules?company=4&search=flota&trigger=data&draft=7: the draft is open; &new=anomaly: the form of a new rule, which waits for that */
export const readRulesSearch = defineSearch({
  company: id,
  search: searchText(),
  trigger: oneOf(RULE_TRIGGERS),
  draft: longId,
  new: oneOf(RULE_TRIGGERS),
})

/** /rule-firings?rule=7&operation=asked&company=4&trigger=data&icc=…&from=2026-11-01&to=2026-11-21 */
export const readFiringsSearch = defineSearch({
  rule: longId,
  company: id,
  trigger: oneOf(RULE_TRIGGERS),
  operation: oneOf(RULE_ACTION_STATES),
  icc,
  from: day,
  to: day,
})

export type FiringsSearch = ReturnType<typeof readFiringsSearch>
