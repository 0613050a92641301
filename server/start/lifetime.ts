import type { Logger } from 'pino'

type Closer = () => Promise<void>

export type Lifetime = {
  /** adds a closer; the last one added runs first */
  onEnd: (closer: Closer) => void
  /** closes everything once and ends the process */
  end: (exitCode: number) => Promise<void>
  isEnding: () => boolean
}

/** npm and a terminal may both forward the same Ctrl-C; only one after this long counts as the second. */
const SAME_KEY_PRESS_MS = 1_000

/**
 * Shuts the process down in order on a signal, on the loss of its parent process, and on an unhandled error; a second Ctrl-C ends
 * it at once.
 */
export function createLifetime(log: Logger): Lifetime {
  const closers: Closer[] = []
  let endingSince: number | undefined
  const end = async (exitCode: number): Promise<void> => {
    if (endingSince !== undefined) return
    endingSince = performance.now()
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    process.exit(exitCode)
  }
  const onSignal = (signal: string): void => {
    if (endingSince === undefined) {
      log.info(`${signal}: stopping`)
      void end(0)
    } else if (performance.now() - endingSince > SAME_KEY_PRESS_MS) {
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal))
  process.on('disconnect', () => onSignal('the starting process is gone'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error nobody foresaw')
    void end(1)
  })
  return { onEnd: (closer) => closers.push(closer), end, isEnding: () => endingSince !== undefined }
}
