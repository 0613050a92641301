import { SMS_STATES } from '#contract/sims/sim-tools.calls.ts'
import { SMS_PLATFORMS } from '#contract/sms-report/sms-report.calls.ts'
import { isTypedDay } from '#web/lib/typed-day.ts'
import { isTypedIcc } from '#web/lib/typed-icc.ts'
import type { SmsFilter } from './sms-report.api.ts'

/** The page's address: /sms-report?result=failed&platform=portal&icc=…&from=2026-11-01&to=2026-11-21&mine=true */
export type SmsSearch = Readonly<Record<string, string>>

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ result, platform, icc, from, to, mine }: SmsSearch): SmsFilter {
  const state = SMS_STATES.find((one) => one === result)
  const known = SMS_PLATFORMS.find((one) => one === platform)
  return {
    ...(state ? { result: state } : {}),
    ...(known ? { platform: known } : {}),
    ...(icc && isTypedIcc(icc) ? { icc } : {}),
    ...(isTypedDay(from) ? { from } : {}),
    ...(isTypedDay(to) ? { to } : {}),
    ...(mine === 'true' ? { mine: 'true' as const } : {}),
  }
}

export const isUnfiltered = (search: SmsSearch): boolean => Object.keys(filterOf(search)).length === 0
