import { CLOSED_SHARE } from '#domain/network-health.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** Counts of a network's calls in the last five minutes. */
export interface CallCounts {
  readonly calls: number
  readonly failures: number
  /** the first failure since the last success */
  readonly failingSince: Date | undefined
}

/** The values of the operator status card (specification section 4): 0 closed, 1 ok, 2 warning. */
export type HealthStatus = 0 | 1 | 2

export interface HealthVerdict {
  readonly status: HealthStatus
  /** failed calls in the window, whole percent */
  readonly failurePercent: number
}

export const WINDOW_MINUTES = 5
const CLOSED_AFTER_MS = 15 * MINUTE_MS
const WARNING_SHARE = 0.1
/** With fewer calls, a share is not meaningful. */
const MIN_CALLS = 10

/**
 * Assesses a network: closed after 15 minutes of failures without a success, or when 95 % or more of the calls of the last 5
 * minutes failed; warning when more than 10 % did; else ok. Too few calls change nothing, except that a success ends 'closed'.
 * @param current the verdict so far
 */
export function assessHealth({ calls, failures, failingSince }: CallCounts, current: HealthVerdict, now: Date): HealthVerdict {
  const failurePercent = calls < MIN_CALLS ? current.failurePercent : Math.round((failures / calls) * 100)
  if (failingSince && now.getTime() - failingSince.getTime() >= CLOSED_AFTER_MS) return { status: 0, failurePercent: 100 }
  if (calls >= MIN_CALLS) return { status: statusOfShare(failures / calls), failurePercent }
  return { status: current.status === 0 && calls > failures ? 2 : current.status, failurePercent }
}

function statusOfShare(failed: number): HealthStatus {
  if (failed >= CLOSED_SHARE) return 0
  return failed > WARNING_SHARE ? 2 : 1
}
