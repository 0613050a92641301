import { sql } from 'kysely'
import type { Logger } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import type { Services } from '../context.ts'
import { cellLock } from '../db/cell-lock.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { KeyedQueue } from '../jobs/keyed-queue.ts'
import { deleteSeenEvents } from '../networks/events/apply-events.ts'
import { assessNetworks, deleteOldCallStatistics } from '../networks/health.ts'
import { deleteOldBilledUsage } from '../records/billed-usage.ts'
import { foldTallies } from '../records/sim-tallies.ts'
import { dropOldUsageRecords, prepareUsagePartitions } from '../records/usage-partitions.ts'
import { inJob } from '../tracing/spans.ts'
import { deleteOldSessions } from '../usage/delete-old-sessions.ts'
import { markStaleSessions } from '../usage/mark-stale-sessions.ts'
import { deleteOldPositions } from '../usage/record-positions.ts'
import { deleteOldWebhooks } from '../webhook-delivery/delete-old-webhooks.ts'
import { beginCycles } from './begin-cycles.ts'
import { beginPlanTerms } from './begin-plan-terms.ts'
import { compactFleetDays, compactPlanUsage } from './compact-usage.ts'
import { deleteOldAdvice } from './delete-old-advice.ts'
import { deleteOldAgents } from './delete-old-agents.ts'
import {
  deleteLoginFailures,
  deleteLoginSessions,
  deleteMessageParts,
  deleteOldAnomalies,
  deleteOldBellHours,
  deleteOldDrafts,
  deleteOneTimeLinks,
  deleteSessionEvents,
} from './delete-old-rows.ts'
import { expireMessages } from './expire-messages.ts'
import { retireSims } from './retire-sims.ts'
import { sampleConnected } from './sample-connected.ts'

interface Task {
  readonly name: string
  readonly everyMs: number
  readonly run: (db: Database, now: Date) => Promise<unknown>
}

const PROCESS_BEGAN = new Date(Date.now() - process.uptime() * 1000)

/** Periodic tasks. Each is idempotent and safe to run twice. */
export const TASKS: readonly Task[] = [
  { name: 'fold-tallies', everyMs: MINUTE_MS, run: foldTallies },
  { name: 'compact-plan-usage', everyMs: MINUTE_MS, run: compactPlanUsage },
  { name: 'compact-fleet-days', everyMs: MINUTE_MS, run: compactFleetDays },
  { name: 'sample-connected', everyMs: 5 * MINUTE_MS, run: sampleConnected },
  { name: 'begin-cycles', everyMs: 10 * MINUTE_MS, run: beginCycles },
  { name: 'begin-plan-terms', everyMs: 10 * MINUTE_MS, run: beginPlanTerms },
  { name: 'prepare-usage-partitions', everyMs: 60 * MINUTE_MS, run: prepareUsagePartitions },
  { name: 'delete-old-records', everyMs: 60 * MINUTE_MS, run: dropOldUsageRecords },
  { name: 'delete-old-sessions', everyMs: 60 * MINUTE_MS, run: deleteOldSessions },
  { name: 'delete-positions', everyMs: 60 * MINUTE_MS, run: deleteOldPositions },
  { name: 'delete-bell-hours', everyMs: 60 * MINUTE_MS, run: deleteOldBellHours },
  { name: 'mark-stale-sessions', everyMs: 5 * MINUTE_MS, run: (db, now) => markStaleSessions(db, now, PROCESS_BEGAN) },
  { name: 'assess-networks', everyMs: MINUTE_MS / 12, run: assessNetworks },
  { name: 'delete-old-minutes', everyMs: 60 * MINUTE_MS, run: deleteOldCallStatistics },
  { name: 'delete-seen-events', everyMs: 10 * MINUTE_MS, run: deleteSeenEvents },
  { name: 'delete-session-events', everyMs: 60 * MINUTE_MS, run: deleteSessionEvents },
  { name: 'delete-message-parts', everyMs: 60 * MINUTE_MS, run: deleteMessageParts },
  { name: 'expire-messages', everyMs: 10 * MINUTE_MS, run: expireMessages },
  { name: 'delete-webhooks', everyMs: 60 * MINUTE_MS, run: deleteOldWebhooks },
  { name: 'retire-sims', everyMs: 10 * MINUTE_MS, run: retireSims },
  { name: 'delete-anomalies', everyMs: 60 * MINUTE_MS, run: deleteOldAnomalies },
  { name: 'delete-billed-usage', everyMs: 60 * MINUTE_MS, run: deleteOldBilledUsage },
  { name: 'delete-plan-advice', everyMs: 60 * MINUTE_MS, run: deleteOldAdvice },
  { name: 'delete-login-failures', everyMs: 60 * MINUTE_MS, run: deleteLoginFailures },
  { name: 'delete-one-time-links', everyMs: 60 * MINUTE_MS, run: deleteOneTimeLinks },
  { name: 'delete-agents', everyMs: 60 * MINUTE_MS, run: deleteOldAgents },
  { name: 'delete-drafts', everyMs: 60 * MINUTE_MS, run: deleteOldDrafts },
  { name: 'delete-login-sessions', everyMs: 60 * MINUTE_MS, run: deleteLoginSessions },
]

type MaintenanceServices = Pick<Services, 'db' | 'pool'>

/**
 * Runs a task unless another process runs it: the lock belongs to the transaction and ends with it. The transaction writes nothing in
 * the cell, so it does not share the cell's lock: it would keep a customer from moving as long as the task runs.
 */
async function runExclusively({ db, pool }: MaintenanceServices, task: Task): Promise<void> {
  await createDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_xact_lock(${cellLock(task.name)}) AS locked`.execute(trx)
      if (rows[0]?.locked) await task.run(db, new Date())
    })
}

/**
 * Starts the tasks, each at once and then at its interval; the returned function ends them and waits for the running one. One runs
 * at a time: each holds two connections, and together they would hold all of them and wait for more.
 */
export function startMaintenance(services: MaintenanceServices, log: Logger): () => Promise<void> {
  const run = (task: Task) => inJob({ name: `maintenance ${task.name}` }, () => runExclusively(services, task))
  const queue = new KeyedQueue<Task>(run, {
    keyOf: ({ name }) => name,
    concurrency: 1,
    log,
    failure: 'maintenance failed',
  })
  const timers = TASKS.map((task) => {
    queue.add(task)
    return setInterval(queue.add, task.everyMs, task)
  })
  return async () => {
    timers.forEach(clearInterval)
    await queue.close()
  }
}
