import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { findAnomalies } from './find-anomalies.ts'

/** Hours are compared some minutes after they have ended. */
const POLL_INTERVAL_MS = 30_000

/** Compares hours of companies until the returned function is called, which waits for the one under way. */
export function startAnomaliesWorker(
  services: Pick<Services, 'db' | 'clock'>,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  let isEnding = false
  const end = startPoller(
    async () => {
      while (!isEnding && (await findAnomalies(services)) > 0);
    },
    { everyMs: POLL_INTERVAL_MS, log, failure: 'an hour could not be compared; it is tried again' },
  )
  return async () => {
    isEnding = true
    await end()
  }
}
