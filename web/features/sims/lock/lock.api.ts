import { useMutation } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { deleteLockPolicy, listLockPolicies, setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { doneAtOnce, useAction, useInvalidateSims } from '../actions/sim-actions.api.ts'

export type SimLock = CallData<typeof getSimLock>
export type LockChange = CallArguments<typeof lockSim>['body']

/** A network answers within seconds. */
const SENDING_POLL_MS = 3_000

export const simLockQuery = (icc: string) =>
  callQuery(
    getSimLock,
    ['sims', 'lock', icc],
    { params: { id: icc } },
    { refetchInterval: ({ state }) => (state.data?.atNetwork === 'sending' ? SENDING_POLL_MS : false) },
  )

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

export type LockPolicy = CallData<typeof listLockPolicies>[number]

/** The locks of companies and groups. */
export const lockPoliciesQuery = callQuery(listLockPolicies, ['sims', 'lock-policies'], {}, { staleTime: MINUTE_MS })

/** The policy of a company, or of one of its groups. */
export const policyOf = (policies: readonly LockPolicy[], companyId: number, groupId: number | null) =>
  policies.find((policy) => policy.companyId === companyId && policy.groupId === groupId)

/** Whose policy it is, as sentences differ. @param group its path; '' for the company */
export const ownerOf = (group: string): 'company' | 'group' => (group === '' ? 'company' : 'group')

export function useSavePolicy() {
  const invalidate = useInvalidateSims()
  return useMutation({
    mutationFn: (body: CallArguments<typeof setLockPolicy>['body']) => callWithMessage(setLockPolicy, { body }),
    onSuccess: invalidate,
  })
}

export function useDeletePolicy() {
  const invalidate = useInvalidateSims()
  return useMutation({
    mutationFn: (policyId: string) => callWithMessage(deleteLockPolicy, { params: { policyId } }),
    onSuccess: invalidate,
  })
}
