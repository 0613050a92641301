import type { Logger } from 'pino'
import type { Services } from '../../context.ts'
import { startPoller } from '../../jobs/poller.ts'
import { tellOperator, tellPeople } from './send-unread.ts'

/** Indexes that hold only what is due make a look cheap. */
const LOOK_EVERY_MS = 1_000

/** Mails what was not read in time until the returned function is called, which waits for what is under way. */
export function startSupportWorker(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  const work = async (): Promise<void> => {
    while ((await tellPeople(services)) > 0);
    while ((await tellOperator(services)) > 0);
  }
  const failure = 'mails about the support chat could not be written; it is tried again'
  return startPoller(work, { everyMs: LOOK_EVERY_MS, log, failure })
}
