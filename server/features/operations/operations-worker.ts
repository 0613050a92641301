import { sql } from 'kysely'
import type { Logger } from 'pino'
import { inTransaction } from '../../context.ts'
import type { JobData } from '../../jobs/catalog.ts'
import { startPoller } from '../../jobs/poller.ts'
import type { WorkServices } from './before-sending.ts'
import type { OperationKey } from './operation-row.ts'
import { runOperation } from './run-operation.ts'
import { freeDeadWorkers, settleLines } from './settle-lines.ts'
import { BATCH_LINES, KEPT_MS } from './timing.ts'
import { closeIdentity } from './worker-identity.ts'

const SETTLE_EVERY_MS = 250
const WAKE_EVERY_MS = 1_000
const TIDY_EVERY_MS = 600_000

/**
 * Wakes up what is due and has no job, as after a crash between a job and its work: scheduled operations whose time has come and
 * running ones with due lines. Sending a job that is there already does nothing.
 */
export async function wakeOperations(services: WorkServices): Promise<void> {
  const now = services.clock()
  await goOnWithdrawing(services.db, now)
  const { rows } = await sql<OperationKey>`
    SELECT o.company_id AS "companyId", o.operation_id AS "operationId" FROM operations o
    WHERE (o.state = 'scheduled' AND o.scheduled_at <= ${now}) OR (o.state = 'running' AND EXISTS (
      SELECT FROM operation_items i WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.state = 'pending' AND i.due_at <= ${now}))
    ORDER BY 1, 2`.execute(services.db)
  if (rows.length === 0) return
  await services.queue.open()
  await inTransaction(services, async (trx) => {
    for (const { companyId, operationId } of rows)
      await services.queue.send(trx, 'run-operation', { companyId, operationId, network: null })
  })
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
export async function startOperationsWorker(services: WorkServices, log: Pick<Logger, 'error'>): Promise<() => Promise<void>> {
  await services.queue.work('run-operation', (job: JobData['run-operation']) => runOperation(services, job))
  const repeat = (everyMs: number, name: string, work: () => Promise<unknown>): (() => Promise<void>) =>
    startPoller(work, { everyMs, isFirstAtOnce: true, log, failure: 'work on operations failed', about: { work: name } })
  const ends = [
    repeat(SETTLE_EVERY_MS, 'settle', async () => {
      while ((await settleLines(services)) >= BATCH_LINES);
    }),
    repeat(WAKE_EVERY_MS, 'wake', async () => {
      await freeDeadWorkers(services)
      await wakeOperations(services)
    }),
    repeat(TIDY_EVERY_MS, 'tidy', () => tidyOperations(services, services.clock())),
  ]
  return async () => {
    await Promise.all(ends.map((end) => end()))
    await services.queue.close()
    await closeIdentity(services.pool)
  }
}
