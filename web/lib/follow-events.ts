import { CallError } from './call.ts'

/** Before a stream that was cut off is opened again, ms. */
const AGAIN_MS = 2000

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Whether another try can help: not when nobody is logged in or the operation is not for this person. */
const isWorthAnother = (error: unknown): boolean =>
  !(error instanceof CallError) || error.code === 'unreachable' || error.status >= 500 || error.status === 429

/** Streams of pages that nobody looks at would use up the browser's connections to the server, of which there are six. */
const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })

/** A signal that ends with another, or when the page is hidden. */
function whileSeen(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController()
  const look = () => {
    if (document.hidden) hidden.abort()
  }
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([signal, hidden.signal]) })
  return AbortSignal.any([signal, hidden.signal])
}

/**
 * Reads a stream of events until the signal ends it: opened again when it was cut off, not while nobody looks at the page.
 * @param open opens the stream
 * @param tell takes each event; the next one waits for it
 */
export async function followEvents<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  tell: (event: T) => void | Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await untilSeen(signal)
    const seen = whileSeen(signal)
    try {
      for await (const event of open(seen)) await tell(event)
    } catch (error) {
      if (signal.aborted || (!seen.aborted && !isWorthAnother(error))) return
      if (!seen.aborted) console.info('live events', error)
    }
    if (!seen.aborted) await pause(signal)
  }
}
