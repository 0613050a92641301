import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { deleteLockPolicy, listLockPolicies, setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { useInvalidateSims } from '../actions/sim-actions.api.ts'

export type LockPolicy = CallData<typeof listLockPolicies>[number]

/** The locks of companies and groups. */
export const lockPoliciesQuery = queryOptions({
  queryKey: ['sims', 'lock-policies'],
  queryFn: ({ signal }) => call(listLockPolicies, {}, { signal }),
  staleTime: MINUTE_MS,
})

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
