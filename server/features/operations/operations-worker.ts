import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import { closeWorkerIdentity } from '#server/db/worker-identity.ts'
import { KeyedQueue } from '#server/jobs/keyed-queue.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { inJob } from '#server/tracing/spans.ts'
import type { WorkServices } from './before-sending.ts'
import type { OperationKey } from './operation-row.ts'
import { type OperationJob, runOperation } from './run-operation.ts'
import { releaseDeadWorkers, settleLines } from './settle-lines.ts'
import { BATCH_LINES, DIAGNOSIS_RETENTION_MS, RETENTION_MS } from './timing.ts'

const SETTLE_INTERVAL_MS = 250
const POLL_INTERVAL_MS = 1_000
const CLEANUP_INTERVAL_MS = 600_000
/** Jobs that one process runs concurrently. */
const CONCURRENCY = 4

/** Due operations: scheduled ones whose time has come, and running ones with due lines, whether or not a process was notified. */
export async function dueOperations(services: WorkServices): Promise<OperationKey[]> {
  const now = services.clock()
  await continueWithdrawals(services.db, now)
  const { rows } = await sql<OperationKey>`
    SELECT o.company_id AS "companyId", o.operation_id AS "operationId" FROM operations o
    WHERE (o.state = 'scheduled' AND o.scheduled_at <= ${now}) OR (o.state = 'running' AND EXISTS (
      SELECT FROM operation_items i WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.state = 'pending' AND i.due_at <= ${now}))
    ORDER BY 1, 2`.execute(services.db)
  return rows
}

/** Withdraws lines that were claimed while their operation was being withdrawn. */
async function continueWithdrawals(db: WorkServices['db'], now: Date): Promise<void> {
  const { rows } = await sql<OperationKey>`
    SELECT company_id AS "companyId", operation_id AS "operationId" FROM operations
    WHERE state = 'running' AND withdrawn_at IS NOT NULL`.execute(db)
  for (const { companyId, operationId } of rows) {
    await sql`
      UPDATE operation_items SET phase = 'withdraw', due_at = ${now}
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending'
        AND phase IN ('request', 'cooling')`.execute(db)
  }
}

/** Deletes drafts and files that were not used, old diagnoses, and stored answers that are too old for a repeated request. */
export async function cleanUpOperations({ db }: Pick<WorkServices, 'db'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS)
  await db.deleteFrom('operations').where('state', '=', 'draft').where('created_at', '<', before).execute()
  await sql`
    DELETE FROM operation_files f WHERE f.created_at < ${before}
      AND NOT EXISTS (SELECT FROM operations o WHERE o.company_id = f.company_id AND o.file_id = f.file_id)`.execute(db)
  await sql`
    WITH old AS (
      DELETE FROM operations WHERE kind = 'diagnose' AND finished_at < ${new Date(now.getTime() - DIAGNOSIS_RETENTION_MS)}
      RETURNING company_id, operation_id
    )
    DELETE FROM operation_items i USING old
    WHERE i.company_id = old.company_id AND i.operation_id = old.operation_id`.execute(db)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}

const traced = ({ companyId, operationId }: OperationJob, work: () => Promise<void>): Promise<void> =>
  inJob({ name: 'operation', attributes: { 'enlace.company': companyId, 'enlace.operation': operationId } }, work)

/** Processes operations until the returned function is called, which waits for claimed lines. */
export async function startOperationsWorker(
  services: WorkServices & Pick<Services, 'notifications'>,
  log: Pick<Logger, 'error'>,
): Promise<() => Promise<void>> {
  const queue: KeyedQueue<OperationJob> = new KeyedQueue((job) => traced(job, () => runOperation(services, job, queue.add)), {
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
    repeat(SETTLE_INTERVAL_MS, 'settle', async () => {
      while ((await settleLines(services)) >= BATCH_LINES);
    }),
    repeat(POLL_INTERVAL_MS, 'poll', async () => {
      await releaseDeadWorkers(services)
      for (const key of await dueOperations(services)) queue.add({ ...key, network: null })
    }),
    repeat(CLEANUP_INTERVAL_MS, 'clean up', () => cleanUpOperations(services, services.clock())),
  ]
  return async () => {
    stop()
    await Promise.all(ends.map((end) => end()))
    await queue.close()
    await closeWorkerIdentity(services.pool)
  }
}
