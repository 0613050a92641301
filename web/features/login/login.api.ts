import { useMutation } from '@tanstack/react-query'
import { logIn } from '#contract/identity.calls.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'

interface Credentials {
  email: string
  password: string
}

/** Logs in; nothing of whoever was logged in before stays in the page. */
export function useLogIn(onSuccess: () => void) {
  return useMutation({
    mutationFn: (credentials: Credentials) => call(logIn, { body: credentials }),
    meta: { showsError: true },
    onSuccess: (session) => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'client-config' })
      queryClient.setQueryData(sessionQuery.queryKey, session)
      onSuccess()
    },
  })
}
