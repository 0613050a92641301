import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Services } from '../../context.ts'
import { KeyedQueue } from '../../jobs/keyed-queue.ts'
import { startPoller } from '../../jobs/poller.ts'
import type { WorkServices } from './before-sending.ts'
import type { OperationKey } from './operation-row.ts'
import { type OperationJob, runOperation } from './run-operation.ts'
import { freeDeadWorkers, settleLines } from './settle-lines.ts'
import { BATCH_LINES, KEPT_MS } from './timing.ts'
import { closeIdentity } from './worker-identity.ts'

const SETTLE_EVERY_MS = 250
const POLL_EVERY_MS = 1_000
const TIDY_EVERY_MS = 600_000
/** Turns on operations that one process takes at the same time. */
const CONCURRENCY = 4

/** Scheduled operations whose time has come, and running ones with due lines: all that there is to work on, whoever was notified of it. */
export async function dueOperations(services: WorkServices): Promise<OperationKey[]> {
  const now = services.clock()
  await goOnWithdrawing(services.db, now)
  const { rows } = await sql<OperationKey>`
    SELECT o.company_id AS "companyId", o.operation_id AS "operationId" FROM operations o
    WHERE (o.state = 'scheduled' AND o.scheduled_at <= ${now}) OR (o.state = 'running' AND EXISTS (
      SELECT FROM operation_items i WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.state = 'pending' AND i.due_at <= ${now}))
    ORDER BY 1, 2`.execute(services.db)
  return rows
}

/** Lines that were asked for while their operation was being withdrawn are withdrawn like the others. */
async function goOnWithdrawing(db: WorkServices['db'], now: Date): Promise<void> {
  const { rows } = await sql<OperationKey>`
    SELECT company_id AS "companyId", operation_id AS "operationId" FROM operations WHERE state = 'running' AND withdrawn_at IS NOT NULL`.execute(
    db,
  )
  for (const { companyId, operationId } of rows) {
    await sql`
      UPDATE operation_items SET phase = 'withdraw', due_at = ${now}
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending' AND phase IN ('request', 'cooling')`.execute(
      db,
    )
  }
}

/** Forgets drafts and files that nobody came back to, and answers that no repeated request can ask for any more. */
export async function tidyOperations({ db }: Pick<WorkServices, 'db'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.deleteFrom('operations').where('state', '=', 'draft').where('created_at', '<', before).execute()
  await sql`
    DELETE FROM operation_files f WHERE f.created_at < ${before}
      AND NOT EXISTS (SELECT FROM operations o WHERE o.company_id = f.company_id AND o.file_id = f.file_id)`.execute(db)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}

/** Works operations off in this process until the returned function is called, which waits for the lines in its hands. */
export async function startOperationsWorker(
  services: WorkServices & Pick<Services, 'notifications'>,
  log: Pick<Logger, 'error'>,
): Promise<() => Promise<void>> {
  const queue: KeyedQueue<OperationJob> = new KeyedQueue((job) => runOperation(services, job, queue.add), {
    keyOf: ({ companyId, operationId, network }) => `${companyId}:${operationId}:${network ?? '*'}`,
    concurrency: CONCURRENCY,
    log,
    failure: 'work on an operation failed; it is tried again',
  })
  const stop = await services.notifications.listen('operationDue', (payload) => {
    const [companyId = 0, operationId = 0] = payload.split(':').map(Number)
    queue.add({ companyId, operationId, network: null })
  })
  const repeat = (everyMs: number, name: string, work: () => Promise<unknown>): (() => Promise<void>) =>
    startPoller(work, { everyMs, isFirstAtOnce: true, log, failure: 'work on operations failed', about: { work: name } })
  const ends = [
    repeat(SETTLE_EVERY_MS, 'settle', async () => {
      while ((await settleLines(services)) >= BATCH_LINES);
    }),
    repeat(POLL_EVERY_MS, 'poll', async () => {
      await freeDeadWorkers(services)
      for (const key of await dueOperations(services)) queue.add({ ...key, network: null })
    }),
    repeat(TIDY_EVERY_MS, 'tidy', () => tidyOperations(services, services.clock())),
  ]
  return async () => {
    stop()
    await Promise.all(ends.map((end) => end()))
    await queue.close()
    await closeIdentity(services.pool)
  }
}
