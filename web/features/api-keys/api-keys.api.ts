import { useMutation } from '@tanstack/react-query'
import * as calls from '#contract/api-keys/api-keys.calls.ts'
import * as deviceCalls from '#contract/api-keys/device-logins.calls.ts'
import type { CallArguments, CallData } from '#contract/call.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'

export type NewApiKey = CallArguments<typeof calls.createApiKey>['body']
export type CreatedApiKey = CallData<typeof calls.createApiKey>

const KEY = ['api-keys']

/** The keys of the user's companies, or of one of them. */
export const apiKeysQuery = (company?: number) =>
  callQuery(calls.getApiKeys, [...KEY, company], { query: { company } }, { refetchInterval: 60_000 })

export const useCreateApiKey = () => useInvalidatingMutation(KEY, (body: NewApiKey) => call(calls.createApiKey, { body }))

export const useRevokeApiKey = () =>
  useInvalidatingMutation(KEY, (apiKeyId: number) => callWithMessage(calls.revokeApiKey, { params: { apiKeyId } }))

export type DeviceLogin = CallData<typeof deviceCalls.getDeviceLogin>

/** The terminal that waits with a code. */
export const deviceLoginQuery = (userCode: string) =>
  callQuery(deviceCalls.getDeviceLogin, ['device-login', userCode], { params: { userCode } }, { retry: false })

export const useApproveDevice = (userCode: string) =>
  useInvalidatingMutation(KEY, (body: NewApiKey) => call(deviceCalls.approveDeviceLogin, { params: { userCode }, body }))

export const useRefuseDevice = (userCode: string) =>
  useMutation({ mutationFn: () => callWithMessage(deviceCalls.refuseDeviceLogin, { params: { userCode }, body: {} }) })
