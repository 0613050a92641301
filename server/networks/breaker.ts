/** The window of recent calls, and the minimum number of calls for a decision. */
const WINDOW_SIZE = 20
const MIN_CALLS = 10
/** Share of failed calls in the window at which the breaker opens. */
const FAILURE_THRESHOLD = 0.6
const MIN_OPEN_MS = 1_000
const MAX_OPEN_MS = 30_000

/**
 * A circuit breaker: stops calls to a network that does not answer, except for a trial from time to time. One per
 * process.
 */
export interface Breaker {
  /** whether a call may be sent now; while the breaker is open, only one call when a trial is due */
  readonly allowsCall: () => boolean
  readonly record: (isSuccess: boolean) => void
  /** while it is open: time of the next trial */
  readonly openUntil: () => Date | undefined
}

interface OpenState {
  readonly ms: number
  /** time of the next trial, milliseconds since 1970 */
  until: number
  isTrialRunning: boolean
}

/**
 * Creates a breaker that opens when most recent calls failed, doubles its open time after each failed trial, and closes
 * with the first success.
 */
export function createBreaker(clock: () => Date): Breaker {
  let results: boolean[] = []
  let openState: OpenState | undefined

  const open = (ms: number): void => {
    results = []
    openState = { ms, until: clock().getTime() + ms, isTrialRunning: false }
  }
  const allowsCall = (): boolean => {
    if (!openState) return true
    const now = clock().getTime()
    if (now < openState.until) return false
    // if this trial never reports a result, another one may follow after the same time
    openState.until = now + openState.ms
    openState.isTrialRunning = true
    return true
  }
  const record = (isSuccess: boolean): void => {
    if (openState) {
      if (isSuccess) openState = undefined
      // calls in flight when it opened fail too; only a failed trial extends the open time
      else if (openState.isTrialRunning) open(Math.min(MAX_OPEN_MS, openState.ms * 2))
      return
    }
    results = [...results.slice(1 - WINDOW_SIZE), isSuccess]
    const failed = results.filter((result) => !result).length
    if (results.length >= MIN_CALLS && failed >= FAILURE_THRESHOLD * results.length) open(MIN_OPEN_MS)
  }
  return { allowsCall, record, openUntil: () => (openState ? new Date(openState.until) : undefined) }
}

/** Retry time reported for a disabled network. */
const DISABLED_RETRY_MS = 30_000

/** The breaker of a network disabled by an administrator: it allows no calls and no trials. */
export function createDisabledBreaker(clock: () => Date): Breaker {
  return {
    allowsCall: () => false,
    record: () => undefined,
    openUntil: () => new Date(clock().getTime() + DISABLED_RETRY_MS),
  }
}
