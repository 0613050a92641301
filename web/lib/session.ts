import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { getClientConfig, getSession } from '#contract/identity/identity.calls.ts'
import type { Permit } from '#domain/permits.ts'
import { CallError, call } from './call.ts'

/** Attempts of the session check: with their pauses some twelve seconds, enough for a server restart. */
const MAX_ATTEMPTS = 6
const FIRST_PAUSE_MS = 400

/** Whether a failed session check is retried. */
export const shouldRetrySession = (failures: number, error: unknown): boolean =>
  failures < MAX_ATTEMPTS - 1 && error instanceof CallError && (error.code === 'unreachable' || error.status >= 502)

/** The logged-in user. The application is initialised once this has succeeded. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getSession, {}, { signal, handlesSessionEnd: true }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: shouldRetrySession,
  retryDelay: (attempt) => FIRST_PAUSE_MS * 2 ** attempt,
})

export const clientConfigQuery = queryOptions({
  queryKey: ['client-config'],
  queryFn: ({ signal }) => call(getClientConfig, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The logged-in user; only inside the shell, where the session check has succeeded. */
export function useSession(): SessionData {
  return useSuspenseQuery(sessionQuery).data
}

/** The user's company, where there is no other to choose. */
export function useOnlyCompany(): number | undefined {
  const { clientId, worksIn } = useSession()
  return worksIn === 'only' ? clientId : undefined
}

/**
 * What a screen requires: a permit, to be an administrator, also one who works in a single company or ('wholePortal') in none, or (null)
 * only a session.
 */
export type Right = Permit | 'admin' | 'wholePortal' | null

/** The fields of a session that rights are computed from. */
export type Rights = Pick<SessionData, 'menu'> & Partial<Pick<SessionData, 'admin' | 'worksIn'>>

export function holds({ menu, admin, worksIn }: Rights, right: Right): boolean {
  if (right === 'wholePortal') return admin === '1' && worksIn !== 'one'
  if (right === 'admin') return admin === '1'
  return right === null || menu.includes(right)
}
