import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { notifyOperator, notifyPeople } from './send-unread.ts'

/** Partial indexes on due rows make a poll cheap. */
const POLL_INTERVAL_MS = 1_000

/** Mails unread messages until the returned function is called, which waits for the running round. */
export function startSupportWorker(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  const work = async (): Promise<void> => {
    while ((await notifyPeople(services)) > 0);
    while ((await notifyOperator(services)) > 0);
  }
  const failure = 'mails about the support chat could not be written; it is tried again'
  return startPoller(work, { everyMs: POLL_INTERVAL_MS, log, failure })
}
