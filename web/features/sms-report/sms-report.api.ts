import type { RowOf } from '#contract/list-codec.ts'
import { countSms, exportSmsReport, getSmsReport, type smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import { call } from '#web/lib/call.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type SmsRow = RowOf<typeof smsReportList>
type SmsReportFilter = FilterOf<typeof getSmsReport>

/** Polling interval, ms: messages change for some seconds after sending. */
const POLL_INTERVAL_MS = 10_000

export const smsListQuery = (filter: SmsReportFilter) =>
  pagedQuery(getSmsReport, ['smsReport', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** By result, whichever the list is filtered by. */
export const smsCountsQuery = ({ result, ...filter }: SmsReportFilter) =>
  countsQuery(countSms, ['smsReport', 'counts', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** Exports the filtered list as a file. */
export const fetchSmsReport = (filter: SmsReportFilter, format: FileFormat) =>
  call(exportSmsReport, { query: { ...filter, format } })
