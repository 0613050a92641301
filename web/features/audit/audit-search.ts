import { day, defineSearch, id, matching, searchText } from '#web/lib/define-search.ts'

/** /audit?person=ana@…&action=plan.changed&entity=plan&thing=IOT250&company=4&from=2026-11-01&to=2026-11-21 */
export const readAuditSearch = defineSearch({
  person: searchText({ most: 254 }),
  action: matching(/^[\w.]{1,60}$/),
  entity: matching(/^\w{1,60}$/),
  thing: searchText({ most: 120 }),
  company: id,
  from: day,
  to: day,
})

export type AuditSearch = ReturnType<typeof readAuditSearch>
