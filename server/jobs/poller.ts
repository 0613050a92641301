import type { Logger } from 'pino'

interface PollerOptions {
  readonly everyMs: number
  /** the first round begins at once instead of after the first wait */
  readonly isFirstAtOnce?: boolean
  readonly log: Pick<Logger, 'error'>
  /** what the log says of a round that failed */
  readonly failure: string
  /** what it says beside the error */
  readonly about?: object
}

interface Poller {
  /** begins a round now; while one is under way, another follows it without a wait */
  readonly trigger: () => void
  /** begins no further round and waits for the one under way */
  readonly end: () => Promise<void>
}

/**
 * Works again and again until the returned function is called, which waits for the round under way. The wait begins when a round has
 * ended, so that no two rounds of a poller ever run at once; one that fails is logged, and the next comes in its time.
 *
 * Three timers are no pollers: the heartbeats of http/live-events and smpp/connection only send, and maintenance adds its tasks to a
 * queue of which one runs at a time. live/watch has a timer of its own: it runs only while a page is followed.
 */
export const startPoller = (work: () => Promise<unknown>, options: PollerOptions): (() => Promise<void>) =>
  startTriggeredPoller(work, options).end

/** The same for work of which notifications come: they save the wait, and what none came for is found by the next round. */
export function startTriggeredPoller(work: () => Promise<unknown>, options: PollerOptions): Poller {
  const { everyMs, isFirstAtOnce = false, log, failure, about } = options
  let isOver = false
  let isUnderWay = false
  let isAwaited = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    isUnderWay = true
    isAwaited = false
    try {
      await work()
    } catch (error) {
      log.error({ err: error, ...about }, failure)
    }
    isUnderWay = false
    if (isOver) return
    if (isAwaited) begin()
    else wait()
  }
  const begin = (): void => {
    clearTimeout(timer)
    current = round()
  }
  const wait = (): void => {
    timer = setTimeout(begin, everyMs)
  }
  if (isFirstAtOnce) begin()
  else wait()
  return {
    trigger: () => {
      if (isUnderWay) isAwaited = true
      else if (!isOver) begin()
    },
    end: async () => {
      isOver = true
      clearTimeout(timer)
      await current
    },
  }
}
