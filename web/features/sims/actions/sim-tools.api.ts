import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { CallArguments, CallData } from '#contract/call.ts'
import { moveSimToGroup } from '#contract/groups/groups.calls.ts'
import * as calls from '#contract/sims/sim-tools.calls.ts'
import { tagSim } from '#contract/tags/tags.calls.ts'
import type { SimTest } from '#domain/diagnosis.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import type { Undo } from '#web/lib/toast-store.ts'
import { doneAtOnce, useAction } from './sim-actions.api.ts'

type CustomChange = CallArguments<typeof calls.editCustom>['body']
export type SmsMessage = calls.SmsMessageData
export type TestResults = {
  administrative: CallData<typeof calls.testAdministrative>
  gsm: CallData<typeof calls.testGsm>
  gprs: CallData<typeof calls.testGprs>
}

/** Polling interval of an open chat, ms. */
const POLL_INTERVAL_MS = 4000

export const apnQuery = (icc: string) => callQuery(calls.getApn, ['sims', 'apn', icc], { params: { id: icc } })

/** A request with one idempotency key per confirmation. */
interface OncePerConfirmation<V> {
  readonly value: V
  readonly idempotencyKey: string
}

/** What takes a change back; its runs carry one idempotency key. */
function undoBy(run: (options: { readonly idempotencyKey: string }) => Promise<unknown>): Undo {
  const options = { idempotencyKey: newIdempotencyKey() }
  return async () => {
    await run(options)
    return i18next.t('common.undone')
  }
}

/** Undoing it gives the fields their former values, unless they were changed since. */
export function useSaveCustom() {
  return useAction(async ({ value, idempotencyKey }: OncePerConfirmation<CustomChange>) => {
    const { data, message } = await callWithMessage(calls.editCustom, { body: value }, { idempotencyKey })
    const { icc, changed, before, ...after } = data
    const expected = Object.fromEntries(changed.map((field) => [field, after[field]]))
    const undo = undoBy((options) => call(calls.editCustom, { body: { icc, ...before, expected } }, options))
    return doneAtOnce(message, changed.length > 0 ? undo : undefined)
  })
}

type TagChange = CallArguments<typeof tagSim>['body']

/** Undoing it takes off the tags that were put on, and puts back the others. */
export function useTagSim(icc: string) {
  const params = { icc }
  return useAction(async ({ value, idempotencyKey }: OncePerConfirmation<TagChange>) => {
    const { data, message } = await callWithMessage(tagSim, { params, body: value }, { idempotencyKey })
    const { added, removed } = data
    const undo = undoBy((options) => call(tagSim, { params, body: { add: removed, remove: added } }, options))
    return doneAtOnce(message, added.length + removed.length > 0 ? undo : undefined)
  })
}

/** Undoing it moves the SIM back to where it was. */
export function useMoveToGroup(icc: string) {
  const params = { icc }
  return useAction(async ({ value, idempotencyKey }: OncePerConfirmation<CallArguments<typeof moveSimToGroup>['body']>) => {
    const { data, message } = await callWithMessage(moveSimToGroup, { params, body: value }, { idempotencyKey })
    const { group, previous } = data
    const undo = undoBy((options) =>
      call(moveSimToGroup, { params, body: { group: previous === '' ? null : previous } }, options),
    )
    return doneAtOnce(message, group !== previous ? undo : undefined)
  })
}

type SmsToSend = CallArguments<typeof calls.sendSms>['body']

export function useSendSms() {
  return useAction(async ({ value, idempotencyKey }: OncePerConfirmation<SmsToSend>) => {
    const { data, message } = await callWithMessage(calls.sendSms, { body: value }, { idempotencyKey })
    return { message, isSuccess: data.success, isDone: data.success, dueAt: null }
  })
}

type RunTest<T extends SimTest> = (icc: string, signal: AbortSignal) => Promise<TestResults[T]>

const RUN_TEST: { readonly [T in SimTest]: RunTest<T> } = {
  administrative: (id, signal) => call(calls.testAdministrative, { params: { id } }, { signal }),
  gsm: (id, signal) => call(calls.testGsm, { params: { id } }, { signal }),
  gprs: (id, signal) => call(calls.testGprs, { params: { id } }, { signal }),
}

/** One test of a SIM, repeated for each `run`. */
export const testQuery = <T extends SimTest>(test: T, icc: string, run: number) =>
  queryOptions({
    queryKey: ['sim-test', icc, test, run],
    queryFn: async ({ signal }) => {
      const started = performance.now()
      const data = await RUN_TEST[test](icc, signal)
      return { data, tookMs: performance.now() - started }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const chatKey = (icc: string) => ['sims', 'chat', icc]

/** The thread with a device, the newest page first. */
export function useChat(icc: string) {
  return useInfiniteQuery({
    queryKey: chatKey(icc),
    queryFn: ({ signal, pageParam }) =>
      call(calls.getChatSms, { params: { id: icc }, query: pageParam === 0 ? {} : { before: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.hasOlder ? page.messages[0]?.messageId : undefined),
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  })
}

/** Marks the chat's messages as read. */
export function useReadChat(icc: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (upTo: number) => call(calls.readChatSms, { params: { id: icc }, body: { upTo } }),
    onSuccess: () => client.invalidateQueries({ queryKey: chatKey(icc) }),
  })
}
