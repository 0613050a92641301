/** What is known of a network's calls. Counts are of the last five minutes. */
export interface CallCounts {
  readonly calls: number
  readonly failures: number
  /** the first of the failures that no success has followed */
  readonly failingSince: Date | undefined
}

/** As the operator status card has them (specification section 4): 0 closed, 1 ok, 2 warning. */
export type HealthStatus = 0 | 1 | 2

export interface Verdict {
  readonly status: HealthStatus
  /** of the calls in the window, whole percent */
  readonly failurePercent: number
}

export const WINDOW_MINUTES = 5
const CLOSED_AFTER_MS = 15 * 60_000
const WARNING_ABOVE = 0.1
/** Fewer calls say nothing about a share. */
const ENOUGH_CALLS = 10

/**
 * How a network is: closed when it was tried for 15 minutes and nothing succeeded, a warning when more than 10 % of the
 * calls of the last 5 minutes failed, else ok. Too few calls change nothing, but that a success ends 'closed'.
 * @param current the verdict so far
 */
export function judgeHealth({ calls, failures, failingSince }: CallCounts, current: Verdict, now: Date): Verdict {
  const failurePercent = calls < ENOUGH_CALLS ? current.failurePercent : Math.round((failures / calls) * 100)
  if (failingSince && now.getTime() - failingSince.getTime() >= CLOSED_AFTER_MS) return { status: 0, failurePercent: 100 }
  if (calls >= ENOUGH_CALLS) return { status: failures > WARNING_ABOVE * calls ? 2 : 1, failurePercent }
  return { status: current.status === 0 && calls > failures ? 2 : current.status, failurePercent }
}
