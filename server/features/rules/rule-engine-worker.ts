import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { judgeSilence, judgeWaitingFacts, watchSims } from '#server/rule-engine/judge-facts.ts'
import { takeReadings } from '#server/rule-engine/take-readings.ts'
import { actOnFirings } from './act-on-firings.ts'
import { mailFirings } from './mail-firings.ts'

const STEPS = [
  // reports wait in a table that is empty as long as no company has a rule
  { step: judgeWaitingFacts, everyMs: 500 },
  { step: judgeSilence, everyMs: 1_000 },
  { step: watchSims, everyMs: 1_000 },
  { step: takeReadings, everyMs: 15_000 },
  { step: actOnFirings, everyMs: 500 },
  { step: mailFirings, everyMs: 2_000 },
] as const

/** Judges what was reported by the rules of companies until the returned function is called, which waits for the running step. */
export function startRuleEngineWorker(
  services: Pick<Services, 'db' | 'pool' | 'clock' | 'config' | 'networks'>,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  let isEnding = false
  const ends = STEPS.map(({ step, everyMs }) =>
    startPoller(
      async () => {
        while (!isEnding && (await step(services)) > 0);
      },
      { everyMs, log, failure: 'rules could not be judged; it is tried again', about: { step: step.name } },
    ),
  )
  return async () => {
    isEnding = true
    await Promise.all(ends.map((end) => end()))
  }
}
