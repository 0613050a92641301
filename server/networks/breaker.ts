/** Calls that are looked back at, and the least number of them that says anything. */
const WINDOW = 20
const ENOUGH = 10
/** Share of failed calls in the window at which nothing more is sent. */
const TOO_MANY = 0.6
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

/** Keeps calls from a network that does not answer, and lets one try from time to time. Each process has its own. */
export interface Breaker {
  /** whether a call may go out now; while the breaker is open only one may, when a trial is due */
  readonly admits: () => boolean
  readonly record: (isSuccess: boolean) => void
  /** while it is open: when the next trial is due */
  readonly closedUntil: () => Date | undefined
}

interface Rest {
  readonly ms: number
  /** when a trial is due */
  until: number
  isTrying: boolean
}

/** A breaker that opens when most of the last calls failed, rests longer after each failed trial, and closes with the first success. */
export function createBreaker(clock: () => Date): Breaker {
  let results: boolean[] = []
  let rest: Rest | undefined

  const open = (ms: number): void => {
    results = []
    rest = { ms, until: clock().getTime() + ms, isTrying: false }
  }
  const admits = (): boolean => {
    if (!rest) return true
    const now = clock().getTime()
    if (now < rest.until) return false
    // should nothing be heard of this trial, another may go after the same rest
    rest.until = now + rest.ms
    rest.isTrying = true
    return true
  }
  const record = (isSuccess: boolean): void => {
    if (rest) {
      if (isSuccess) rest = undefined
      // calls that were under way when it opened fail too; only a trial makes the rest longer
      else if (rest.isTrying) open(Math.min(LONGEST_REST_MS, rest.ms * 2))
      return
    }
    results = [...results.slice(1 - WINDOW), isSuccess]
    const failed = results.filter((result) => !result).length
    if (results.length >= ENOUGH && failed >= TOO_MANY * results.length) open(FIRST_REST_MS)
  }
  return { admits, record, closedUntil: () => (rest ? new Date(rest.until) : undefined) }
}

/** How far ahead a network that is switched off says to come back. */
const OFF_MS = 30_000

/** The breaker of a network that an administrator has switched off: nothing passes, and nothing is tried. */
export function switchedOff(clock: () => Date): Breaker {
  return {
    admits: () => false,
    record: () => undefined,
    closedUntil: () => new Date(clock().getTime() + OFF_MS),
  }
}
