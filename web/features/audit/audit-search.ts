import { day, defineSearch, flag, id, matching, searchText } from '#web/lib/define-search.ts'

/** /audit?person=ana@…&action=plan.changed&entity=plan&thing=IOT250&company=4&from=2026-11-01&to=2026-11-21&access=true */
export const readAuditSearch = defineSearch({
  person: searchText({ most: 254 }),
  action: matching(/^[\w.]{1,60}$/),
  entity: matching(/^\w{1,60}$/),
  thing: searchText({ most: 120 }),
  company: id,
  access: flag,
  from: day,
  to: day,
})

export type AuditSearch = ReturnType<typeof readAuditSearch>

/** Log-ins and views would drown what was changed: they are listed where they are asked for. */
export const auditFilterOf = ({ access, ...filter }: AuditSearch) => ({
  ...filter,
  changes: access || filter.action ? undefined : ('true' as const),
})
