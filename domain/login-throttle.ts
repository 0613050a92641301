/** Failures after which an account is locked for a while, and an address (many people can sit behind one). */
export const FREE_FAILURES = { account: 5, address: 20 } as const
export type ThrottleKind = keyof typeof FREE_FAILURES

/** Failures this long ago, in seconds, no longer count. */
export const FAILURE_MEMORY_S = 24 * 3600
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
 * How many failures there may be with an attempt that is counted before it is judged: those that come at once, to be over before a lock
 * falls, are no more than those that come one by one.
 * @param before failures when the attempt came
 */
export function mostJudged(kind: ThrottleKind, before: number): number {
  return Math.max(before + 1, FREE_FAILURES[kind])
}
