import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { creditCharge, payCharge } from '#contract/charges/charge-actions.calls.ts'
import * as calls from '#contract/charges/charges.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type ChargeRow = RowOf<typeof calls.chargeList>
export type LineRow = RowOf<typeof calls.chargeLineList>
export type Charge = CallData<typeof calls.getCharge>
export type Concept = Charge['concepts'][number]
export type ChargeSim = CallData<typeof calls.getChargeSim>
export type ChargeDay = CallData<typeof calls.getChargeDay>
export type ChargeFacets = CallData<typeof calls.getChargeFacets>
type ChargesFilter = FilterOf<typeof calls.getCharges>

/** Polling interval, ms: estimates and states change rarely. */
const POLL_INTERVAL_MS = 60_000

export const chargesListQuery = (filter: ChargesFilter) =>
  pagedQuery(calls.getCharges, ['charges', 'list', filter], filter, { limit: 25, refetchInterval: POLL_INTERVAL_MS })

export const chargeFacetsQuery = (filter: ChargesFilter) =>
  callQuery(
    calls.getChargeFacets,
    ['charges', 'facets', filter],
    { query: filter },
    { refetchInterval: POLL_INTERVAL_MS, placeholderData: keepPreviousData },
  )

export const chargeQuery = (documentId: number) =>
  callQuery(calls.getCharge, ['charges', 'one', documentId], { params: { documentId } }, { refetchInterval: POLL_INTERVAL_MS })

export const linesQuery = (documentId: number, filter: FilterOf<typeof calls.getChargeLines>) =>
  pagedQuery(calls.getChargeLines, ['charges', 'lines', documentId, filter], filter, { params: { documentId } })

export const chargeSimQuery = (documentId: number, icc: string) =>
  callQuery(calls.getChargeSim, ['charges', 'sim', documentId, icc], { params: { documentId, icc } })

export const chargeDayQuery = (documentId: number, icc: string, day: string) =>
  callQuery(calls.getChargeDay, ['charges', 'day', documentId, icc, day], { params: { documentId, icc, day } })

export const pdfQuery = (documentId: number) =>
  queryOptions({
    queryKey: ['charges', 'pdf', documentId],
    queryFn: () => fetchPdf(documentId),
    // a file is fetched each time it is opened, and not cached
    staleTime: 0,
    gcTime: 0,
  })

/** Exports the filtered list as a file. */
export const fetchCharges = (filter: ChargesFilter, format: FileFormat) =>
  call(calls.exportCharges, { query: { ...filter, format } })

export const fetchPdf = (documentId: number) => call(calls.getInvoicePdf, { params: { documentId } })
export const fetchCsv = (documentId: number) => call(calls.exportChargeLines, { params: { documentId } })

type Payment = CallArguments<typeof payCharge>['body']

/** What shows a payment or a credit note: charges, and debts on the dashboard. */
const SHOWN_IN = ['charges', 'dashboard']

export const usePayCharge = (documentId: number) =>
  useInvalidatingMutation(SHOWN_IN, (body: Payment) => callWithMessage(payCharge, { params: { documentId }, body }))

export const useCreditCharge = (documentId: number) =>
  useInvalidatingMutation(SHOWN_IN, (reason: string) =>
    callWithMessage(creditCharge, { params: { documentId }, body: { reason } }),
  )
