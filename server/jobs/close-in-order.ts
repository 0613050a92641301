import type { Logger } from 'pino'

/** What is closed, as an operator reads it in 'stopping waits for …', and how. */
export type NamedClose = readonly [name: string, close: () => Promise<unknown>]

const REPORT_INTERVAL_MS = 5_000

/**
 * Closes one after the other, and logs every five seconds what it still waits for. One that fails is logged, and the next is closed.
 * @throws the first failure, once all are closed
 */
export async function closeInOrder(steps: readonly NamedClose[], log: Pick<Logger, 'warn' | 'error'>): Promise<void> {
  const failures: unknown[] = []
  for (const [name, close] of steps) {
    const begin = performance.now()
    const report = setInterval(
      () => log.warn({ seconds: Math.round((performance.now() - begin) / 1000) }, `stopping waits for ${name}`),
      REPORT_INTERVAL_MS,
    )
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, `closing ${name} failed`)
      failures.push(error)
    } finally {
      clearInterval(report)
    }
  }
  if (failures.length > 0) throw failures[0]
}
