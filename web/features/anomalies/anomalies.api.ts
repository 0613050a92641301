import * as calls from '#contract/anomalies/anomalies.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type AnomalyRow = RowOf<typeof calls.anomalyList>
type AnomaliesFilter = FilterOf<typeof calls.getAnomalies>

/** Polling interval, ms: hours are compared some minutes after their end. */
const POLL_INTERVAL_MS = 60_000

export const anomaliesQuery = (filter: AnomaliesFilter) =>
  pagedQuery(calls.getAnomalies, ['anomalies', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** By kind, whichever the list is filtered by. */
export const anomalyCountsQuery = ({ kind, ...filter }: AnomaliesFilter) =>
  countsQuery(calls.countAnomalies, ['anomalies', 'counts', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

export const fetchAnomalies = (filter: AnomaliesFilter, format: FileFormat) =>
  call(calls.exportAnomalies, { query: { ...filter, format } })

/** Some SIMs of a batch or a storm. */
export const anomalySimsQuery = (anomalyId: number) =>
  callQuery(calls.getAnomalySims, ['anomalies', 'sims', anomalyId], { params: { id: anomalyId } })
