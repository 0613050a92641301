import type { Logger } from 'pino'
import { BindFailed, type SmppBind } from './bind.ts'

/** A bind that is opened at its first use, and again whenever it is lost. */
export interface ReconnectingBind {
  /** the bind; undefined when there is none within 3 s, or the caller aborted */
  readonly get: (signal: AbortSignal | undefined) => Promise<SmppBind | undefined>
  /** why there is none, '' when there is one */
  readonly problem: () => string
  /** opens a new bind, then closes the previous one */
  readonly renew: () => void
  readonly close: () => Promise<void>
}

interface ReconnectOptions {
  readonly bind: (onEnd: (why: string) => void) => Promise<SmppBind>
  readonly networkId: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Pause between attempts: doubled each time, up to 30 s, with jitter so that processes do not reconnect together. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 30_000] as const
/** How long a message waits for a bind that is being opened. */
const BIND_WAIT_MS = 3_000

export function openReconnectingBind({ bind, networkId, log }: ReconnectOptions): ReconnectingBind {
  let current: SmppBind | undefined
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
  const onEnd = (ended: SmppBind | undefined, why: string): void => {
    if (current !== ended) return
    current = undefined
    problem = why
    if (isClosed) return
    log.warn({ network: networkId, why }, 'the bind to the message centre was lost')
    retry()
  }
  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    attempt ??= bindOnce().finally(() => {
      attempt = undefined
    })
  }
  const bindOnce = async (): Promise<void> => {
    try {
      let own: SmppBind | undefined
      const bound = await bind((why) => onEnd(own, why))
      own = bound
      if (isClosed) return bound.connection.destroy('closed')
      const previous = current
      current = bound
      void previous?.connection.close()
      problem = ''
      failures = 0
    } catch (error) {
      problem = error instanceof BindFailed ? error.message : String(error)
      // logged once per outage, not at each attempt
      if (failures === 0) log.warn({ network: networkId, problem }, 'no bind to the message centre')
      retry()
    }
  }
  const currentBind = (): SmppBind | undefined => (current?.connection.isOpen() ? current : undefined)
  return {
    problem: () => (currentBind() ? '' : problem),
    get: async (signal) => {
      if (currentBind() || isClosed) return currentBind()
      // during the pause after a failure the caller does not wait: the next attempt is scheduled
      if (timer === undefined) start()
      if (attempt) await waitFor(attempt, signal)
      return currentBind()
    },
    renew: start,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await attempt
      await current?.connection.close()
    },
  }
}

async function waitFor(attempt: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const stop = (): void => resolve()
  const timer = setTimeout(stop, BIND_WAIT_MS)
  signal?.addEventListener('abort', stop, { once: true })
  await Promise.race([attempt, end])
  clearTimeout(timer)
  signal?.removeEventListener('abort', stop)
}
