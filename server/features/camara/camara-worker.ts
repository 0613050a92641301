import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { endDueSubscriptions } from '#server/records/camara-subscriptions.ts'

/** How late the end of a subscription is said. */
const POLL_INTERVAL_MS = 2_000

/** Ends subscriptions whose time is over, until the returned function is called. */
export function startCamaraWorker(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  const endDue = async (): Promise<void> => {
    while ((await endDueSubscriptions(db, clock())) > 0);
  }
  return startPoller(endDue, { everyMs: POLL_INTERVAL_MS, log, failure: 'subscriptions could not be ended; it is tried again' })
}
