import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ruleActor } from '#domain/rules.ts'
import type { Services } from '#server/context.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { actOnHolds } from '#server/networks/orders/act-on-holds.ts'
import type { OrderServices } from '#server/networks/orders/orders-worker.ts'
import { judgeSilence, judgeWaitingFacts, watchSims } from '#server/rule-engine/judge-facts.ts'
import { takeReadings } from '#server/rule-engine/take-readings.ts'
import { mailFirings } from './mail-firings.ts'

/** Cuts and restores the data of SIMs as rules require. A rule that is gone or paused by now cuts nothing that it has not asked for. */
const actOnFirings = (services: OrderServices): Promise<number> =>
  actOnHolds<{ ruleId: number; isActive: boolean }>(services, {
    table: 'rule_firings',
    facts: sql`n.released_by AS "releasedBy", n.rule_id::float8 AS "ruleId", coalesce(r.is_active, false) AS "isActive"`,
    joins: sql`LEFT JOIN rules r ON r.company_id = n.company_id AND r.rule_id = n.rule_id`,
    shouldCut: ({ isActive }) => isActive,
    actor: ({ ruleId }) => ruleActor(ruleId),
  })

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
