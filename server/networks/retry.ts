const FIRST_MS = 100
const LONGEST_MS = 5_000

/**
 * How long to wait before the next attempt: anything up to a bound that doubles each time, so that many who failed together do
 * not come back together ('full jitter').
 * @param attempt the attempt that failed, from 1
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1))
}

/** Waits, or until the signal says that nobody waits any more. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
