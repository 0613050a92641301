import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { UsageCounter } from './usage-counter.ts'

export type CounterCommand = 'nudge' | 'end'
/** An error in the thread. */
export interface CounterFailure {
  readonly text: string
  readonly stack: string
}

/** The settings passed to the thread. */
export interface CounterSettings {
  readonly connectionString: string
  /** percent of an alarm's limit at which it warns */
  readonly warningPercent: number
}

interface Options extends CounterSettings {
  readonly log: Pick<Logger, 'error'>
}

const RESTART_DELAY_MS = 1_000
/**
 * Room for the objects of a batch of thousands: with less, half of them are promoted to the old generation and
 * collected there.
 */
const YOUNG_GENERATION_MB = 64

/**
 * Counts usage in a worker thread: a batch of thousands occupies a processor for a tenth of a second, in which the
 * kernel would drop waiting packets.
 */
export function startCounterThread({ log, ...workerData }: Options): UsageCounter {
  let isStopping = false
  let exited: Promise<void> = Promise.resolve()
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  const start = (): void => {
    const made = new Worker(new URL('./counter.thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    worker = made
    made.on('message', ({ text, stack }: CounterFailure) => log.error({ stack }, text))
    made.on('error', (error) => log.error({ err: error }, 'the usage counter thread failed; it is restarted'))
    exited = new Promise((resolve) => {
      made.once('exit', () => {
        resolve()
        if (!isStopping) restart = setTimeout(start, RESTART_DELAY_MS)
      })
    })
  }
  const send = (command: CounterCommand): void => worker?.postMessage(command)
  start()
  return {
    notify: () => send('nudge'),
    stop: async () => {
      isStopping = true
      clearTimeout(restart)
      send('end')
      await exited
    },
  }
}
