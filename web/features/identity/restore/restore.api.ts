import { useMutation } from '@tanstack/react-query'
import { askRestore, checkLink, restorePassword } from '#contract/account/account.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { CallError, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { queryClient } from '#web/lib/query-client.ts'

type PasswordBody = CallArguments<typeof restorePassword>['body']

export const useRequestReset = () =>
  useMutation({ mutationFn: (email: string) => callWithMessage(askRestore, { body: { email } }) })

/** The account of a reset link. Fetched on each opening of the page: the response holds only until the link is used. */
export const linkQuery = (token: string) =>
  callQuery(checkLink, ['link', token], { params: { token } }, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY })

/** Sets the password; the current session ends and its cached data is removed. */
export function useRestorePassword() {
  return useMutation({
    mutationFn: (body: PasswordBody) => callWithMessage(restorePassword, { body }),
    onSuccess: () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'client-config' }),
  })
}

/** Whether the link is invalid, used or expired. */
export const isInvalidLink = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || 'token' in error.fields)
