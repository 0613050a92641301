import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as accounting from '#contract/network-admin/accounting.calls.ts'
import * as comparison from '#contract/network-admin/comparisons.calls.ts'
import * as calls from '#contract/network-admin/networks.calls.ts'
import * as smpp from '#contract/network-admin/smpp.calls.ts'
import type { DriftKind } from '#domain/network-alignment.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'

export type { DriftGoal, NetworkData, NetworkRules, Tried } from '#contract/network-admin/networks.calls.ts'
export type { SmppLinkData } from '#contract/network-admin/smpp.calls.ts'
export type NetworkList = CallData<typeof calls.listNetworks>
export type Accounting = CallData<typeof accounting.getAccounting>
export type DriftRow = RowOf<typeof calls.driftList>
export type NetworkSettings = CallArguments<typeof calls.saveNetwork>['body']
type NewNetwork = CallArguments<typeof calls.addNetwork>['body']
export type AccessBody = Pick<NewNetwork, 'settings' | 'secrets'>
export type LimitsBody = Omit<NewNetwork, 'networkId' | 'kind' | 'settings' | 'secrets'>
type CheckBody = CallArguments<typeof calls.tryNetworkSettings>['body']
export type NetworkRule = CallArguments<typeof calls.saveNetworkRules>['body']['rules'][number]

/** Polling interval, ms: health is computed every few seconds. */
const POLL_INTERVAL_MS = 10_000
/** Polling interval while differences are reconciled, ms. */
const BUSY_INTERVAL_MS = 2_000

export const networksQuery = callQuery(calls.listNetworks, ['networks', 'all'], {}, { refetchInterval: POLL_INTERVAL_MS })

export const rulesQuery = callQuery(calls.getNetworkRules, ['networks', 'rules'], {})

const PAGE = 100

/** Which differences: of a network, of a kind; without either all. */
export interface DriftFilter {
  readonly networkId: string | undefined
  readonly kind: DriftKind | undefined
}

export const driftsQuery = ({ networkId, kind }: DriftFilter) =>
  infiniteQueryOptions({
    queryKey: ['networks', 'drifts', networkId, kind],
    queryFn: ({ signal, pageParam }) =>
      call(calls.listDrifts, { query: { networkId, kind, limit: PAGE, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some(({ goal }) => goal !== '')) ? BUSY_INTERVAL_MS : POLL_INTERVAL_MS,
  })

/** What each change concerns. */
const NETWORKS = ['networks']

export const useSaveNetwork = (networkId: string) =>
  useInvalidatingMutation(NETWORKS, (body: NetworkSettings) =>
    callWithMessage(calls.saveNetwork, { params: { networkId }, body }),
  )

export const useAddNetwork = () =>
  useInvalidatingMutation(NETWORKS, (body: NewNetwork) => callWithMessage(calls.addNetwork, { body }))

export const useRemoveNetwork = () =>
  useInvalidatingMutation(NETWORKS, (networkId: string) => callWithMessage(calls.removeNetwork, { params: { networkId } }))

/** Checks the settings of a form before they are saved. */
export const useCheckSettings = () => useMutation({ mutationFn: (body: CheckBody) => call(calls.tryNetworkSettings, { body }) })
export type NetworkCheck = ReturnType<typeof useCheckSettings>

/** Checks a configured network, on each opening. */
export const networkCheckQuery = (networkId: string) =>
  callQuery(
    calls.tryNetwork,
    ['network-tried', networkId],
    { params: { networkId } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )

export function useSaveRules() {
  const client = useQueryClient()
  return useInvalidatingMutation(
    NETWORKS,
    (rules: NetworkRule[]) => callWithMessage(calls.saveNetworkRules, { body: { rules } }),
    {
      meta: { toastsError: true },
      onSuccess: ({ data }) => client.setQueryData(rulesQuery.queryKey, data),
    },
  )
}

export const useReconcile = () =>
  useInvalidatingMutation(NETWORKS, (body: CallArguments<typeof calls.settleDrifts>['body']) =>
    callWithMessage(calls.settleDrifts, { body }),
  )

export const comparisonsQuery = callQuery(
  comparison.listComparisons,
  ['networks', 'comparisons'],
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.comparisons.some(({ finishedAt }) => finishedAt === null) ? BUSY_INTERVAL_MS : POLL_INTERVAL_MS,
  },
)

export function useStartComparison() {
  const client = useQueryClient()
  return useInvalidatingMutation(NETWORKS, () => callWithMessage(comparison.startComparison, {}), {
    onSuccess: ({ data }) => client.setQueryData(comparisonsQuery.queryKey, data),
  })
}

export const accountingQuery = callQuery(
  accounting.getAccounting,
  ['networks', 'accounting'],
  {},
  { refetchInterval: POLL_INTERVAL_MS },
)

type ClientBody = CallArguments<typeof accounting.saveAccountingClient>['body']

/** Creates or edits an access server; a new one gets a secret. */
export const useSaveClient = (clientId: number | undefined) =>
  useInvalidatingMutation(NETWORKS, ({ secret, ...body }: ClientBody) => {
    if (clientId === undefined) {
      return callWithMessage(accounting.addAccountingClient, { body: { ...body, secret: secret ?? '' } })
    }
    const whole = { ...body, ...(secret !== undefined && { secret }) }
    return callWithMessage(accounting.saveAccountingClient, { params: { clientId }, body: whole })
  })

export const useRemoveClient = () =>
  useInvalidatingMutation(NETWORKS, (clientId: number) =>
    callWithMessage(accounting.removeAccountingClient, { params: { clientId } }),
  )

export type UploadedFile = CallData<typeof accounting.uploadChargingRecords>

/** After an upload, its sessions are counted and its differences listed: delay of the refetch, ms. */
const COUNTED_MS = 1_500

export function useUploadCharging() {
  const client = useQueryClient()
  const invalidate = () => void client.invalidateQueries({ queryKey: accountingQuery.queryKey })
  return useMutation({
    mutationFn: (file: File) =>
      call(
        accounting.uploadChargingRecords,
        { query: { fileName: file.name } },
        { upload: file.slice(0, file.size, 'application/octet-stream') },
      ),
    onSettled: () => {
      invalidate()
      setTimeout(invalidate, COUNTED_MS)
    },
  })
}

export type SmppSettingsBody = CallArguments<typeof smpp.saveSmppLink>['body']

export const smppQuery = (networkId: string) =>
  callQuery(smpp.getSmppLink, ['networks', 'smpp', networkId], { params: { networkId } })

export function useSaveSmpp(networkId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SmppSettingsBody) => callWithMessage(smpp.saveSmppLink, { params: { networkId }, body }),
    onSuccess: ({ data }) => client.setQueryData(smppQuery(networkId).queryKey, data),
  })
}

export function useRemoveSmpp(networkId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: () => callWithMessage(smpp.removeSmppLink, { params: { networkId } }),
    onSuccess: ({ data }) => client.setQueryData(smppQuery(networkId).queryKey, data),
  })
}
