import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { useInvalidateSims } from '../actions/sim-actions.api.ts'

export type SimLock = CallData<typeof getSimLock>
export type LockChange = CallArguments<typeof lockSim>['body']

export const simLockQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'lock', icc],
    queryFn: ({ signal }) => call(getSimLock, { params: { id: icc } }, { signal }),
  })

export function useSaveLock(icc: string) {
  return useMutation({
    mutationFn: (body: LockChange) => callWithMessage(lockSim, { params: { id: icc }, body }),
    onSuccess: useInvalidateSims(),
  })
}
