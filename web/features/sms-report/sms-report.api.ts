import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { exportSmsReport, getSmsReport, type smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import { call } from '#web/lib/call.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type SmsRow = RowOf<typeof smsReportList>
export type SmsReportFilter = Omit<NonNullable<CallArguments<typeof getSmsReport>['query']>, 'limit' | 'cursor'>

const PAGE = 50
/** Polling interval, ms: messages change for some seconds after sending. */
const POLL_INTERVAL_MS = 10_000

export const smsListQuery = (filter: SmsReportFilter) =>
  infiniteQueryOptions({
    queryKey: ['smsReport', filter],
    queryFn: ({ signal, pageParam }) =>
      call(getSmsReport, { query: { ...filter, limit: PAGE, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: POLL_INTERVAL_MS,
  })

/** Exports the filtered list as a file. */
export const fetchSmsReport = (filter: SmsReportFilter, format: FileFormat) =>
  call(exportSmsReport, { query: { ...filter, format } })
