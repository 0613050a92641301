import { abortableDelay } from '../retry.ts'

/** How long an answer that never comes keeps a caller who has no patience of their own. */
const FOR_EVER_MS = 60_000

/** Waits until a moment on performance.now(), or until the caller gives up. */
export async function waitUntil(moment: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = moment - performance.now()
  // timers count whole milliseconds
  if (ms >= 1) await abortableDelay(ms, signal)
}

/** Waits for nothing, until the caller gives up. */
export function hang(signal: AbortSignal | undefined): Promise<void> {
  return abortableDelay(FOR_EVER_MS, signal)
}
