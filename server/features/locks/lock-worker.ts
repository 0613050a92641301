import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { followDuePolicies } from '#server/lock-engine/lock-policies.ts'
import { sendDeviceLocks } from '#server/networks/orders/device-locks.ts'
import { actOnBreaches } from './act-on-breaches.ts'
import { mailBreaches } from './mail-breaches.ts'

type LockServices = Pick<Services, 'db' | 'clock' | 'networks' | 'config'>

/** Partial indexes on open work make a poll cheap. */
const POLL_INTERVAL_MS = 500
const POLICY_POLL_INTERVAL_MS = 1_000

const sendLocks = (services: LockServices): Promise<number> => sendDeviceLocks(services)

/**
 * Processes breaches, and what networks have to hold, until the returned function is called, which waits for the running step. The rows are
 * the state: whatever process wrote them, they are processed.
 */
export function startLockWorker(services: LockServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  // separate pollers: a network that does not answer delays no mail
  const ends = [actOnBreaches, mailBreaches, sendLocks].map((step) =>
    startPoller(
      async () => {
        while ((await step(services)) > 0);
      },
      {
        everyMs: POLL_INTERVAL_MS,
        log,
        failure: 'what locks say could not be done; it is tried again',
        about: { step: step.name },
      },
    ),
  )
  let isEnding = false
  const endPolicies = startPoller(
    async () => {
      while (!isEnding && (await followDuePolicies(services)));
    },
    {
      everyMs: POLICY_POLL_INTERVAL_MS,
      log,
      failure: 'SIMs could not be given the locks of their policies; it is tried again',
    },
  )
  return async () => {
    isEnding = true
    await endPolicies()
    await Promise.all(ends.map((end) => end()))
  }
}
