import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/api-keys/api-keys.calls.ts'
import * as deviceCalls from '#contract/api-keys/device-logins.calls.ts'
import type { CallArguments, CallData } from '#contract/call.ts'
import { call, callWithMessage } from '#web/lib/call.ts'

export type NewApiKey = CallArguments<typeof calls.createApiKey>['body']
export type CreatedApiKey = CallData<typeof calls.createApiKey>

const KEY = ['api-keys']

/** The keys of the user's companies, or of one of them. */
export const apiKeysQuery = (company?: number) =>
  queryOptions({
    queryKey: [...KEY, company],
    queryFn: ({ signal }) => call(calls.getApiKeys, { query: { company } }, { signal }),
    refetchInterval: 60_000,
  })

export function useCreateApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApiKey) => call(calls.createApiKey, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useRevokeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (apiKeyId: number) => callWithMessage(calls.revokeApiKey, { params: { apiKeyId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}

export type DeviceLogin = CallData<typeof deviceCalls.getDeviceLogin>

/** The terminal that waits with a code. */
export const deviceLoginQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['device-login', userCode],
    queryFn: ({ signal }) => call(deviceCalls.getDeviceLogin, { params: { userCode } }, { signal }),
    retry: false,
  })

export function useApproveDevice(userCode: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApiKey) => call(deviceCalls.approveDeviceLogin, { params: { userCode }, body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: KEY }),
  })
}

export const useRefuseDevice = (userCode: string) =>
  useMutation({ mutationFn: () => callWithMessage(deviceCalls.refuseDeviceLogin, { params: { userCode }, body: {} }) })
