import type { Call, CallArguments } from '#contract/call.ts'
import { CallError } from './call.ts'
import { callEvents, type EventOf } from './call-events.ts'
import { pause } from './pause.ts'

/** Pause before a stream that was cut off is reopened, ms. */
const RECONNECT_MS = 2000

/** Whether a retry can succeed: not without a session or the permission. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof CallError) || error.code === 'unreachable' || error.status >= 500 || error.status === 429

/** Streams of hidden pages would use up the browser's six connections to the server. */
const untilVisible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check)
    check()
  })

/** A signal that aborts with another, or when the page is hidden. */
function whileVisible(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController()
  const check = () => {
    if (document.hidden) hidden.abort()
  }
  document.addEventListener('visibilitychange', check, { signal: AbortSignal.any([signal, hidden.signal]) })
  return AbortSignal.any([signal, hidden.signal])
}

/**
 * Reads a stream of events until the signal aborts: reopened after a cut, closed while the page is hidden.
 * @param open opens the stream; from the second time on, events may have been missed
 * @param onEvent handles each event; the next one waits for it
 */
export async function followEvents<T>(
  open: (signal: AbortSignal, isReopened: boolean) => AsyncIterable<T>,
  onEvent: (event: T) => void | Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let opened = 0; !signal.aborted; opened++) {
    await untilVisible(signal)
    const visible = whileVisible(signal)
    try {
      for await (const event of open(visible, opened > 0)) await onEvent(event)
    } catch (error) {
      if (signal.aborted || (!visible.aborted && !isRetryable(error))) return
      if (!visible.aborted) console.info('live events', error)
    }
    if (!visible.aborted) await pause(RECONNECT_MS, signal)
  }
}

/** Follows the events of a call without arguments. @returns ends it */
export function followCall<const C extends Call>(entry: C, onEvent: (event: EventOf<C>) => void | Promise<void>): () => void {
  const end = new AbortController()
  const open = (signal: AbortSignal) => callEvents(entry, {} as CallArguments<C>, { signal })
  void followEvents(open, onEvent, end.signal)
  return () => end.abort()
}
