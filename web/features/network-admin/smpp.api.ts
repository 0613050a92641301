import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import * as calls from '#contract/network-admin/smpp.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'

export type SmppLinkData = calls.SmppLinkData
export type SmppSettingsBody = CallArguments<typeof calls.saveSmppLink>['body']

export const smppQuery = (networkId: string) =>
  queryOptions({
    queryKey: ['networks', 'smpp', networkId],
    queryFn: ({ signal }) => call(calls.getSmppLink, { params: { networkId } }, { signal }),
  })

export function useSaveSmpp(networkId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SmppSettingsBody) => callWithMessage(calls.saveSmppLink, { params: { networkId }, body }),
    onSuccess: ({ data }) => client.setQueryData(smppQuery(networkId).queryKey, data),
  })
}

export function useRemoveSmpp(networkId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: () => callWithMessage(calls.removeSmppLink, { params: { networkId } }),
    onSuccess: ({ data }) => client.setQueryData(smppQuery(networkId).queryKey, data),
  })
}
