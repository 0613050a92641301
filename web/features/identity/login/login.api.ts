import { queryOptions, useMutation } from '@tanstack/react-query'
import { logIn, type SessionData } from '#contract/identity/identity.calls.ts'
import { logInWithCode } from '#contract/identity/security.calls.ts'
import { findSignOn } from '#contract/identity/sign-on.calls.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'

interface Credentials {
  email: string
  password: string
}

/** Establishes a session; all cached data of the user before is removed. */
export function establishSession(session: SessionData): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'client-config' })
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

export function useLogIn(onSuccess: () => void) {
  return useMutation({
    mutationFn: (credentials: Credentials) => call(logIn, { body: credentials }),
    onSuccess: (session) => {
      establishSession(session)
      onSuccess()
    },
  })
}

/** The second step. */
export function useLogInWithCode(onSuccess: () => void) {
  return useMutation({
    mutationFn: (code: string) => call(logInWithCode, { body: { code } }),
    onSuccess: (session) => {
      establishSession(session)
      onSuccess()
    },
  })
}

/** Sign-on of an e-mail domain; '' has none. */
export const signOnQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sign-on', domain],
    queryFn: ({ signal }) => call(findSignOn, { params: { domain } }, { signal }),
    enabled: domain !== '',
    staleTime: 60_000,
    // the form works without it
  })
