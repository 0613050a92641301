import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { CallArguments, CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as historyCalls from '#contract/sims/sim-history.calls.ts'
import type { SimFilter, simList } from '#contract/sims/sims.calls.ts'
import * as calls from '#contract/sims/sims.calls.ts'
import * as viewCalls from '#contract/sims/views.calls.ts'
import { call, callWithMessage, type ListPage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
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
  callQuery(
    calls.getSimFacets,
    ['sims', 'facets', filter],
    { body: { filter } },
    { placeholderData: keepPreviousData, refetchInterval: FIGURES_INTERVAL_MS },
  )

/**
 * Counts by company, tag or group are more expensive than the others: fetched only while their list is open. Those by tag and by group
 * are empty where so many SIMs match that they are not counted at once.
 */
export const facetsByQuery = (by: 'companies' | 'tags' | 'groups', filter: SimFilter) =>
  callQuery(calls.getSimFacets, ['sims', 'facets', by, filter], { body: { filter, [by]: true } })

export const simUsageQuery = (icc: string) =>
  callQuery(historyCalls.getSimUsage, ['sims', 'usage', icc], { params: { icc } }, { refetchInterval: FIGURES_INTERVAL_MS })

/** Where it was in the last days. */
export const simPositionsQuery = (icc: string, days: number) =>
  callQuery(
    historyCalls.getSimPositions,
    ['sims', 'positions', icc, days],
    { params: { icc }, query: { days } },
    {
      refetchInterval: FIGURES_INTERVAL_MS,
      // of the same SIM: another period's until this one's are there
      placeholderData: (before, query) => (query?.queryKey[2] === icc ? before : undefined),
    },
  )

/** Data by hour of a day. */
export const simHoursQuery = (icc: string, day: string) =>
  callQuery(
    historyCalls.getSimHours,
    ['sims', 'hours', icc, day],
    { params: { icc, day } },
    { refetchInterval: FIGURES_INTERVAL_MS },
  )

export const simHistoryQuery = (icc: string) =>
  callQuery(historyCalls.getSimHistory, ['sims', 'history', icc], { params: { icc } }, { refetchInterval: FIGURES_INTERVAL_MS })

export const savedViewsQuery = callQuery(viewCalls.listSavedViews, ['sims', 'views'], {})

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
