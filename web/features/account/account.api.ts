import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword, getProfile, saveProfile } from '#contract/account/account.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { getAddress } from '#contract/identity/identity.calls.ts'
import { CallError, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { language } from '#web/lib/preferences.ts'
import { sessionQuery } from '#web/lib/session.ts'

export type { ProfileData } from '#contract/account/account.calls.ts'

type ProfileBody = CallArguments<typeof saveProfile>['body']
type PasswordBody = CallArguments<typeof changePassword>['body']

export const profileQuery = callQuery(getProfile, ['account', 'profile'], {})

/** Countries in the order of the page's language. */
export const profileCountriesQuery = () =>
  callQuery(getAddress, ['countries', language.get()], {}, { staleTime: Number.POSITIVE_INFINITY })

/** Saves the profile; the header shows the new name at once. */
export function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileBody) => callWithMessage(saveProfile, { body }),
    onSuccess: ({ data }) => {
      const { userName, userLastname, userEmail } = data
      client.setQueryData(profileQuery.queryKey, data)
      client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, userName, userLastname, userEmail })
    },
  })
}

export const useChangePassword = () =>
  useMutation({ mutationFn: (body: PasswordBody) => callWithMessage(changePassword, { body }) })

/** The server's errors by field; empty when the error is about no field. */
export const profileFieldErrorsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof CallError ? error.fields : {}

/** The message of a failure: the server's, or the specification's fallback. */
export function failureText(error: Error, fallback: string): string {
  const isClientError = error instanceof CallError && error.status >= 400 && error.status < 500
  return isClientError ? error.message : fallback
}
