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

/**
 * Works again and again until the returned function is called, which waits for the round under way. The wait begins when a round has
 * ended, so that no two rounds of a poller ever run at once; one that fails is logged, and the next comes in its time.
 */
export function startPoller(work: () => Promise<unknown>, options: PollerOptions): () => Promise<void> {
  const { everyMs, isFirstAtOnce = false, log, failure, about } = options
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, ...about }, failure)
    }
    wait()
  }
  const begin = (): void => {
    current = round()
  }
  const wait = (): void => {
    if (!isOver) timer = setTimeout(begin, everyMs)
  }
  if (isFirstAtOnce) begin()
  else wait()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await current
  }
}
