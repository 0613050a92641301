import { SMS_PLATFORMS, SMS_STATES } from '#contract/filter-values.ts'
import { day, defineSearch, flag, icc, oneOf } from '#web/lib/define-search.ts'

/** /sms-report?result=failed&platform=portal&icc=…&from=2026-11-01&to=2026-11-21&mine=true */
export const readSmsSearch = defineSearch({
  result: oneOf(SMS_STATES),
  platform: oneOf(SMS_PLATFORMS),
  icc,
  from: day,
  to: day,
  mine: flag,
})

export type SmsSearch = ReturnType<typeof readSmsSearch>
