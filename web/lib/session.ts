import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { getClientConfig, getSession } from '#contract/identity/identity.calls.ts'
import type { Permit } from '#domain/permits.ts'
import { CallError, call } from './call.ts'

/** Tries of the session check: with the pauses between them some twelve seconds, in which a server restarts. */
const TRIES = 6
const FIRST_PAUSE_MS = 400

/** Whether a session check that failed so often can go well the next time. */
export const worthAskingAgain = (failures: number, error: unknown): boolean =>
  failures < TRIES - 1 && error instanceof CallError && (error.code === 'unreachable' || error.status >= 502)

/** Who is logged in. The application is initialised once this has succeeded. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getSession, {}, { signal, handlesSessionEnd: true }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: worthAskingAgain,
  retryDelay: (attempt) => FIRST_PAUSE_MS * 2 ** attempt,
})

export const clientConfigQuery = queryOptions({
  queryKey: ['client-config'],
  queryFn: ({ signal }) => call(getClientConfig, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The person at the screen; only below the shell, where the session check has succeeded. */
export function useSession(): SessionData {
  return useSuspenseQuery(sessionQuery).data
}

/** What a screen asks for: a permit, to be an administrator, or (null) only to be logged in. */
export type Right = Permit | 'admin' | null

/** What rights are read from. */
export type Rights = Pick<SessionData, 'menu'> & Partial<Pick<SessionData, 'admin'>>

export function holds({ menu, admin }: Rights, right: Right): boolean {
  if (right === 'admin') return admin === '1'
  return right === null || menu.includes(right)
}
