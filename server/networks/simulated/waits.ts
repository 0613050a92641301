import { abortableDelay } from '../retry.ts'

/** Maximum wait for an answer that never arrives, for callers without a time-out. */
const MAX_WAIT_MS = 60_000

/** Waits until a moment of performance.now(), or until the caller aborts. */
export async function waitUntil(moment: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = moment - performance.now()
  // timers count whole milliseconds
  if (ms >= 1) await abortableDelay(ms, signal)
}

/** Waits until the caller aborts. */
export function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  return abortableDelay(MAX_WAIT_MS, signal)
}
