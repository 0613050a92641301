import type { Logger } from 'pino'
import { closeInOrder, type NamedClose } from '../jobs/close-in-order.ts'

export type Lifetime = {
  /** adds what is closed at the end; the last one added is closed first */
  onEnd: (...step: NamedClose) => void
  /** closes everything once and ends the process */
  end: (exitCode: number) => Promise<void>
  /** a signal has announced the end; until `isEnding` everything is served as before */
  isStopping: () => boolean
  isEnding: () => boolean
}

/** npm and a terminal may both forward the same Ctrl-C; only one after this long counts as the second. */
const SAME_KEY_PRESS_MS = 1_000

/**
 * Shuts the process down in order on a signal, on the loss of its parent process, and on an unhandled error. SIGTERM is followed by a
 * pause in which load balancers take the process out; a second signal ends the pause, and the next one ends the process at once.
 */
export function createLifetime(log: Logger, stopDelayMs = 0): Lifetime {
  const steps: NamedClose[] = []
  let signalledAt: number | undefined
  let endingSince: number | undefined
  const end = async (exitCode: number): Promise<void> => {
    if (endingSince !== undefined) return
    endingSince = performance.now()
    // what failed is in the log
    await closeInOrder(steps.toReversed(), log).catch(() => undefined)
    process.exit(exitCode)
  }
  const onSignal = (signal: string): void => {
    const isSameKeyPress = signalledAt !== undefined && performance.now() - signalledAt < SAME_KEY_PRESS_MS
    if (isSameKeyPress) return
    if (endingSince !== undefined) process.exit(1)
    const pauseMs = signal === 'SIGTERM' && signalledAt === undefined ? stopDelayMs : 0
    signalledAt = performance.now()
    log.info(`${signal}: stopping`)
    if (pauseMs > 0) setTimeout(() => void end(0), pauseMs)
    else void end(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal))
  process.on('disconnect', () => onSignal('the starting process is gone'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error nobody foresaw')
    void end(1)
  })
  return {
    onEnd: (...step) => steps.push(step),
    end,
    isStopping: () => signalledAt !== undefined || endingSince !== undefined,
    isEnding: () => endingSince !== undefined,
  }
}
