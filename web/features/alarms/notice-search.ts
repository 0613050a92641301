import { NOTICE_ACTION_STATES } from '#contract/alarms/alarm-messages.ts'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { isTypedDay } from '#web/lib/typed-day.ts'
import { isTypedIcc } from '#web/lib/typed-icc.ts'
import type { NoticeFilter } from './alarms.api.ts'

/** The page's address: /alarm-notified?alarm=7&company=4&kind=limit&action=cut&icc=…&from=2026-11-01&to=2026-11-21 */
export type NoticeSearch = Readonly<Record<string, string>>

/** A number that names a company or an alarm in an address; undefined when it is none. */
export const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ icc, from, to, ...search }: NoticeSearch) {
  const alarm = idOf(search.alarm)
  const company = idOf(search.company)
  const kind = NOTICE_KINDS.find((one) => one === search.kind)
  const action = NOTICE_ACTION_STATES.find((one) => one === search.action)
  return {
    ...(alarm ? { alarm } : {}),
    ...(company ? { company } : {}),
    ...(kind ? { kind } : {}),
    ...(action ? { action } : {}),
    ...(icc && isTypedIcc(icc) ? { icc } : {}),
    ...(isTypedDay(from) ? { from } : {}),
    ...(isTypedDay(to) ? { to } : {}),
  } satisfies NoticeFilter
}

export const isUnfiltered = (search: NoticeSearch): boolean => Object.keys(filterOf(search)).length === 0
