import { queryOptions } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { doneAtOnce, useAction } from '../actions/sim-actions.api.ts'

export type SimLock = CallData<typeof getSimLock>
export type LockChange = CallArguments<typeof lockSim>['body']

/** A network answers within seconds. */
const SENDING_POLL_MS = 3_000

export const simLockQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'lock', icc],
    queryFn: ({ signal }) => call(getSimLock, { params: { id: icc } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.atNetwork === 'sending' ? SENDING_POLL_MS : false),
  })

/** Saves a lock; undoing it sets the former one. */
export function useSaveLock({ icc, device, area, emails, policy, isOwn }: SimLock) {
  return useAction(async (body: LockChange) => {
    const params = { id: icc }
    const { message } = await callWithMessage(lockSim, { params, body })
    const idempotencyKey = newIdempotencyKey()
    const former = policy && !isOwn ? { inherits: true as const } : { device, area, emails }
    const undo = async () => (await callWithMessage(lockSim, { params, body: former }, { idempotencyKey })).message
    return doneAtOnce(message, undo)
  })
}
