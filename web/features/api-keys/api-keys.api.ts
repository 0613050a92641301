import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/api-keys/api-keys.calls.ts'
import type { CallArguments, CallData } from '#contract/call.ts'
import { call, callWithMessage } from '#web/lib/call.ts'

export type NewApiKey = CallArguments<typeof calls.createApiKey>['body']
export type CreatedApiKey = CallData<typeof calls.createApiKey>

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(calls.getApiKeys, {}, { signal }),
  refetchInterval: 60_000,
})

export function useCreateApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApiKey) => call(calls.createApiKey, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}

export function useRevokeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (apiKeyId: number) => callWithMessage(calls.revokeApiKey, { params: { apiKeyId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}
