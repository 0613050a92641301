import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { CallArguments, CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as historyCalls from '#contract/sims/sim-history.calls.ts'
import type { SimFilter, simList } from '#contract/sims/sims.calls.ts'
import * as calls from '#contract/sims/sims.calls.ts'
import * as viewCalls from '#contract/sims/views.calls.ts'
import { call, callWithMessage, type ListPage } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { FIGURES_INTERVAL_MS } from '#web/shared/sims/sim.api.ts'
import type { PageStart } from './grid/page-cache.ts'
import type { SortState } from './grid/sort-order.ts'

export type SimRow = RowOf<typeof simList>
export type Facets = CallData<typeof calls.getSimFacets>
export type SimUsage = CallData<typeof historyCalls.getSimUsage>
export type SimEvent = CallData<typeof historyCalls.getSimHistory>[number]
type SavedView = CallData<typeof viewCalls.listSavedViews>[number]
export type ExportRequest = CallArguments<typeof calls.exportSims>['body']

export interface ListOrder extends SortState {
  readonly filter: SimFilter
}

export interface PageRequest extends ListOrder, PageStart {
  readonly limit: number
}

/** One page of the list. A text is searched by the specification's own call. */
export function fetchSimPage(request: PageRequest, signal: AbortSignal): Promise<ListPage<SimRow>> {
  const entry = request.filter.search ? calls.searchSims : calls.listSims
  return call(entry, { body: request }, { signal })
}

export const simFacetsQuery = (filter: SimFilter) =>
  queryOptions({
    queryKey: ['sims', 'facets', filter],
    queryFn: ({ signal }) => call(calls.getSimFacets, { body: { filter } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FIGURES_INTERVAL_MS,
  })

/**
 * Counts by company, tag or group are more expensive than the others: fetched only while their list is open. Those by tag and by group
 * are empty where so many SIMs match that they are not counted at once.
 */
export const facetsByQuery = (by: 'companies' | 'tags' | 'groups', filter: SimFilter) =>
  queryOptions({
    queryKey: ['sims', 'facets', by, filter],
    queryFn: ({ signal }) => call(calls.getSimFacets, { body: { filter, [by]: true } }, { signal }),
  })

export const simUsageQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'usage', icc],
    queryFn: ({ signal }) => call(historyCalls.getSimUsage, { params: { icc } }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
  })

/** Where it was in the last days. */
export const simPositionsQuery = (icc: string, days: number) =>
  queryOptions({
    queryKey: ['sims', 'positions', icc, days],
    queryFn: ({ signal }) => call(historyCalls.getSimPositions, { params: { icc }, query: { days } }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
    // of the same SIM: another period's until this one's are there
    placeholderData: (before, query) => (query?.queryKey[2] === icc ? before : undefined),
  })

/** Data by hour of a day. */
export const simHoursQuery = (icc: string, day: string) =>
  queryOptions({
    queryKey: ['sims', 'hours', icc, day],
    queryFn: ({ signal }) => call(historyCalls.getSimHours, { params: { icc, day } }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
  })

export const simHistoryQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'history', icc],
    queryFn: ({ signal }) => call(historyCalls.getSimHistory, { params: { icc } }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
  })

export const savedViewsQuery = queryOptions({
  queryKey: ['sims', 'views'],
  queryFn: ({ signal }) => call(viewCalls.listSavedViews, {}, { signal }),
})

export function useSaveView() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (body: CallArguments<typeof viewCalls.saveView>['body']) => callWithMessage(viewCalls.saveView, { body }),
    onSuccess: ({ message }) => {
      toasts.success(message)
      return queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
    },
  })
}

export function useDeleteView() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: ({ viewId }: SavedView) => callWithMessage(viewCalls.deleteView, { params: { viewId } }),
    onSuccess: ({ message }, { name, query }) => {
      const idempotencyKey = newIdempotencyKey()
      const saveAgain = () => call(viewCalls.saveView, { body: { name, query } }, { idempotencyKey })
      toasts.success(message, async () => {
        await saveAgain()
        await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
        return i18next.t('common.undone')
      })
      return queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
    },
  })
}
