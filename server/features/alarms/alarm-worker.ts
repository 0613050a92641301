import type { Logger } from 'pino'
import type { Services } from '../../context.ts'
import { startPoller } from '../../jobs/poller.ts'
import { actOnNotices } from './act-on-notices.ts'
import { judgeSaved } from './judge-saved.ts'
import { sendDigests } from './send-digests.ts'

type AlarmServices = Pick<Services, 'db' | 'clock' | 'networks' | 'config'>

/** Indexes that hold only what is to be done make a look cheap. */
const LOOK_EVERY_MS = 500

/**
 * Does what alarms say until the returned function is called, which waits for what is under way. The notices are the truth: whatever is
 * written in them is taken up, whoever wrote it.
 */
export function startAlarmWorker(services: AlarmServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  // each goes at its own pace: a network that does not answer holds up no mail
  const ends = [judgeSaved, actOnNotices, sendDigests].map((step) =>
    startPoller(
      async () => {
        while ((await step(services)) > 0);
      },
      {
        everyMs: LOOK_EVERY_MS,
        log,
        failure: 'what alarms say could not be done; it is tried again',
        about: { step: step.name },
      },
    ),
  )
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}
