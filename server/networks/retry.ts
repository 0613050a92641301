const BASE_MS = 100
const MAX_MS = 5_000

/**
 * The delay before the next attempt: random up to a bound that doubles each time ('full jitter'), so that calls that
 * failed together are not retried together.
 * @param attempt the attempt that failed, from 1
 */
export function backoffDelayMs(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** (attempt - 1))
}

/** Waits for a time, or until the signal aborts; never rejects. */
export function abortableDelay(ms: number, signal?: AbortSignal): Promise<void> {
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
