import { NOTICE_ACTION_STATES } from '#contract/filter-values.ts'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { day, defineSearch, flag, icc, id, longId, oneOf, searchText } from '#web/lib/define-search.ts'

/** /alarm?company=4&subsidiaries=true&search=flota&alarm=7: the alarm's form is open; with draft=7 the draft is */
export const readAlarmsSearch = defineSearch({
  company: id,
  subsidiaries: flag,
  search: searchText(),
  alarm: id,
  draft: longId,
})

/** /alarm-notified?alarm=7&company=4&kind=limit&action=cut&icc=…&from=2026-11-01&to=2026-11-21 */
export const readNoticesSearch = defineSearch({
  alarm: id,
  company: id,
  kind: oneOf(NOTICE_KINDS),
  action: oneOf(NOTICE_ACTION_STATES),
  icc,
  from: day,
  to: day,
})

export type NoticesSearch = ReturnType<typeof readNoticesSearch>
