/** Failures allowed before an account, or an address (many people can share one), is locked for a while. */
export const FREE_FAILURES = { account: 5, address: 20 } as const
export type ThrottleKind = keyof typeof FREE_FAILURES

/** Failures older than this many seconds no longer count. */
export const FAILURE_WINDOW_S = 24 * 3600
const FIRST_LOCK_S = 30
const LONGEST_LOCK_S = 3600

/**
 * Seconds for which the next attempt is refused after this many failures in a row: none for the first few, then 30 s,
 * doubling with each further failure up to an hour.
 */
export function lockSeconds(kind: ThrottleKind, failures: number): number {
  const beyond = failures - FREE_FAILURES[kind]
  return beyond < 0 ? 0 : Math.min(FIRST_LOCK_S * 2 ** beyond, LONGEST_LOCK_S)
}

/** Milliseconds by which an attempt is slowed down before it is judged: 0, then 250 ms a failure, at most 2 s. */
export function slowDownMs(failures: number): number {
  return Math.min(failures * 250, 2000)
}

/**
 * The limit of failures for an attempt that is counted before it is judged: concurrent attempts that try to finish
 * before a lock takes effect get no more tries than sequential ones.
 * @param before failures when the attempt arrived
 */
export function failureLimit(kind: ThrottleKind, before: number): number {
  return Math.max(before + 1, FREE_FAILURES[kind])
}
