import { useMutation } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import { logIn, type SessionData } from '#contract/identity/identity.calls.ts'
import { logInWithCode } from '#contract/identity/security.calls.ts'
import { findSignOn } from '#contract/identity/sign-on.calls.ts'
import { call } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'

export type Credentials = CallArguments<typeof logIn>['body']

/** Establishes a session; all cached data of the user before is removed. */
export function establishSession(session: SessionData): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'client-config' })
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** A step of the login that may establish a session. */
const useLoginStep = <Input>(mutationFn: (input: Input) => Promise<SessionData>, onLoggedIn: () => void) =>
  useMutation({
    mutationFn,
    onSuccess: (session) => {
      establishSession(session)
      onLoggedIn()
    },
  })

export const useLogIn = (onLoggedIn: () => void) =>
  useLoginStep((credentials: Credentials) => call(logIn, { body: credentials }), onLoggedIn)

/** The second step. */
export const useLogInWithCode = (onLoggedIn: () => void) =>
  useLoginStep((code: string) => call(logInWithCode, { body: { code } }), onLoggedIn)

/** Sign-on of an e-mail domain; '' has none. The form works without it. */
export const signOnQuery = (domain: string) =>
  callQuery(findSignOn, ['sign-on', domain], { params: { domain } }, { enabled: domain !== '', staleTime: 60_000 })
