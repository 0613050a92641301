import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { refreshDueRule } from './refresh-rules.ts'

/** An index has the groups that are due. */
const POLL_INTERVAL_MS = 1_000
/** Pause after a comparison, in multiples of its time: a process takes a fifth of a connection for it, however large the fleet is. */
const PAUSE_TIMES = 4
const PAUSE_MAX_MS = 10_000

/** Compares groups with their rules until the returned function is called, which waits for the comparison under way. */
export function startGroupRulesWorker(
  services: Pick<Services, 'db' | 'pool' | 'clock' | 'config'>,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  const ending = new AbortController()
  const end = startPoller(
    async () => {
      while (!ending.signal.aborted) {
        const began = performance.now()
        if (!(await refreshDueRule(services))) return
        const pause = Math.min(PAUSE_MAX_MS, PAUSE_TIMES * (performance.now() - began))
        await setTimeout(pause, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    },
    { everyMs: POLL_INTERVAL_MS, log, failure: 'a group could not be compared with its rule; it is tried again' },
  )
  return async () => {
    ending.abort()
    await end()
  }
}
