import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { actOnNotices } from './act-on-notices.ts'
import { evaluateSavedAlarms } from './evaluate-saved-alarms.ts'
import { sendDigests } from './send-digests.ts'

type AlarmServices = Pick<Services, 'db' | 'clock' | 'networks' | 'config'>

/** Partial indexes on open work make a poll cheap. */
const POLL_INTERVAL_MS = 500

/**
 * Processes notices until the returned function is called, which waits for the running step. Notices are the state: whatever
 * process wrote them, they are processed.
 */
export function startAlarmWorker(services: AlarmServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  // separate pollers: a network that does not answer delays no mail
  const failure = 'what alarms say could not be done; it is tried again'
  const ends = [evaluateSavedAlarms, actOnNotices, sendDigests].map((step) => {
    const work = async (): Promise<void> => {
      while ((await step(services)) > 0);
    }
    return startPoller(work, { everyMs: POLL_INTERVAL_MS, log, failure, about: { step: step.name } })
  })
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}
