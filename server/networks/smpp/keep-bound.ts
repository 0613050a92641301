import type { Logger } from 'pino'
import { BindFailed, type Bound } from './bind.ts'

/** Keeps a bind, from the first use on. */
export interface KeptBind {
  /** the bind; undefined when there is none within a moment, or whoever asks gave up */
  readonly get: (signal: AbortSignal | undefined) => Promise<Bound | undefined>
  /** why there is none, '' when there is one */
  readonly problem: () => string
  /** binds anew, and lets the old bind go when the new one stands: nobody notices */
  readonly renew: () => void
  readonly close: () => Promise<void>
}

interface KeepOptions {
  readonly bind: (onEnd: (why: string) => void) => Promise<Bound>
  readonly networkId: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** From one attempt to the next: doubled each time, up to half a minute, with chance so that processes do not come together. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 30_000] as const
/** How long a message waits for a bind that is just being made. */
const PATIENCE_MS = 3_000

export function keepBound({ bind, networkId, log }: KeepOptions): KeptBind {
  let bound: Bound | undefined
  let problem = 'not connected yet'
  let attempt: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  const retry = (): void => {
    if (isClosed) return
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    failures++
    timer = setTimeout(start, pause * (0.5 + Math.random() / 2))
    timer.unref()
  }
  const onEnd = (ended: Bound | undefined, why: string): void => {
    if (bound !== ended) return
    bound = undefined
    problem = why
    if (isClosed) return
    log.warn({ network: networkId, why }, 'the message centre was lost')
    retry()
  }
  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    attempt ??= tryOnce().finally(() => {
      attempt = undefined
    })
  }
  const tryOnce = async (): Promise<void> => {
    try {
      let own: Bound | undefined
      const made = await bind((why) => onEnd(own, why))
      own = made
      if (isClosed) return made.connection.destroy('closed')
      const old = bound
      bound = made
      void old?.connection.close()
      problem = ''
      failures = 0
    } catch (error) {
      problem = error instanceof BindFailed ? error.message : String(error)
      // said once for each trouble, not at each attempt
      if (failures === 0) log.warn({ network: networkId, problem }, 'the message centre cannot be had')
      retry()
    }
  }
  const isThere = (): Bound | undefined => (bound?.connection.isOpen() ? bound : undefined)
  return {
    problem: () => (isThere() ? '' : problem),
    get: async (signal) => {
      if (isThere() || isClosed) return isThere()
      // what failed a moment ago is not waited for: its next attempt comes by itself
      if (timer === undefined) start()
      if (attempt) await patience(attempt, signal)
      return isThere()
    },
    renew: start,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await attempt
      await bound?.connection.close()
    },
  }
}

async function patience(attempt: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stop: (() => void) | undefined
  const impatience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
    stop = resolve
    signal?.addEventListener('abort', resolve as () => void, { once: true })
  })
  await Promise.race([attempt, impatience])
  clearTimeout(timer)
  if (stop) signal?.removeEventListener('abort', stop)
}
