import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { UsageCounter } from './usage-counter.ts'

export type CounterOrder = 'nudge' | 'end'
/** What went wrong in the thread. */
export interface CounterMessage {
  readonly text: string
  readonly stack: string
}

/** What the thread is told at its start. */
export interface CounterSettings {
  readonly connectionString: string
  /** of alarms' limits */
  readonly warningPercent: number
}

interface Options extends CounterSettings {
  readonly log: Pick<Logger, 'error'>
}

const AFTER_CRASH_MS = 1_000
/** What a batch of thousands is while it is counted: with less room, half of it is moved to where old things are, and cleaned up there. */
const YOUNG_MB = 64

/**
 * Counts usage in a thread of its own: a batch of thousands keeps a processor busy for a tenth of a second, in which packets would
 * wait and then be dropped by the kernel.
 */
export function startCounterThread({ log, ...workerData }: Options): UsageCounter {
  let isEnding = false
  let exited: Promise<void> = Promise.resolve()
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  const start = (): void => {
    const made = new Worker(new URL('./counter.worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    worker = made
    made.on('message', ({ text, stack }: CounterMessage) => log.error({ stack }, text))
    made.on('error', (error) => log.error({ err: error }, 'the thread that counts usage has failed; another one goes on'))
    exited = new Promise((resolve) => {
      made.once('exit', () => {
        resolve()
        if (!isEnding) restart = setTimeout(start, AFTER_CRASH_MS)
      })
    })
  }
  const order = (what: CounterOrder): void => worker?.postMessage(what)
  start()
  return {
    nudge: () => order('nudge'),
    end: async () => {
      isEnding = true
      clearTimeout(restart)
      order('end')
      await exited
    },
  }
}
