import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Services } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { inJob } from '#server/tracing/spans.ts'
import { ADVICE_THREAD_LIMITS, type AdviceTask } from './advice-task.ts'
import type { AdviceKey } from './compute-advice.ts'
import { measureFollowed } from './measure-advice.ts'

const POLL_INTERVAL_MS = 1_000
const MEASURE_INTERVAL_MS = 60_000
/** How often progress is written, which also says that the process is alive. */
const RENEW_INTERVAL_MS = 1_000
/** After so long without it another process begins anew. */
const LEASE_MS = 30_000
/** An advice with which so many processes died ends none more. */
const MAX_ATTEMPTS = 3

type WorkServices = Pick<Services, 'db' | 'pool' | 'clock'>

/** Computes the advice that companies ask for, one at a time in a process, and measures what it saved, until the returned function is called. */
export function startAdviceWorker(services: WorkServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  const ending = new AbortController()
  const work = async (): Promise<void> => {
    for (let key = await claim(services); key; key = ending.signal.aborted ? undefined : await claim(services)) {
      const claimed = key
      const attributes = { 'enlace.company': claimed.companyId }
      await inJob({ name: 'plan advice', attributes }, () => compute(services, claimed, { ending: ending.signal, log }))
    }
  }
  const failure = 'advice on plans failed'
  const ends = [
    startPoller(work, { everyMs: POLL_INTERVAL_MS, isFirstAtOnce: true, log, failure }),
    startPoller(() => measureFollowed(services, log), { everyMs: MEASURE_INTERVAL_MS, log, failure }),
  ]
  return async () => {
    ending.abort()
    await Promise.all(ends.map((end) => end()))
  }
}

/** The oldest advice that no process computes. */
async function claim({ db, clock }: WorkServices): Promise<AdviceKey | undefined> {
  const now = clock()
  await sql`
    UPDATE plan_advices SET state = 'failed'
    WHERE state = 'running' AND due_at <= ${now} AND attempts >= ${MAX_ATTEMPTS}`.execute(db)
  const { rows } = await sql<AdviceKey>`
    UPDATE plan_advices a SET attempts = a.attempts + 1, percent = 0, due_at = ${leaseEnd(now)}
    FROM (
      SELECT company_id, advice_id FROM plan_advices WHERE state = 'running' AND due_at <= ${now}
      ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) due
    WHERE a.company_id = due.company_id AND a.advice_id = due.advice_id
    RETURNING a.company_id AS "companyId", a.advice_id AS "adviceId", a.attempts`.execute(db)
  return rows[0]
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** In a thread: it holds a processor for as long as it takes. */
async function compute(
  services: WorkServices,
  key: AdviceKey,
  { ending, log }: { ending: AbortSignal; log: Pick<Logger, 'error'> },
): Promise<void> {
  const { db, pool, clock } = services
  const connectionString = pool.options.connectionString ?? ''
  const workerData: AdviceTask = { key, connectionString, now: clock() }
  const worker = new Worker(new URL('./advice.thread.ts', import.meta.url), {
    workerData,
    resourceLimits: ADVICE_THREAD_LIMITS,
  })
  let percent = 0
  worker.on('message', (reached: number) => {
    percent = reached
  })
  const stop = (): void => void worker.terminate()
  ending.addEventListener('abort', stop, { once: true })
  if (ending.aborted) stop()
  const renew = async (): Promise<void> => {
    // another process has begun it anew, or it is of another cell now
    if (!(await update(db, key, { percent, due_at: leaseEnd(clock()) }))) stop()
  }
  const failure = 'the progress of advice on plans could not be written'
  const endRenewals = startPoller(renew, { everyMs: RENEW_INTERVAL_MS, log, failure })
  try {
    await once(worker, 'exit')
    if (ending.aborted) await update(db, key, { attempts: key.attempts - 1, due_at: clock() })
  } catch (error) {
    await update(db, key, { state: 'failed' })
    throw error
  } finally {
    ending.removeEventListener('abort', stop)
    await endRenewals()
  }
}

interface Change {
  readonly state?: 'failed'
  readonly percent?: number
  readonly attempts?: number
  readonly due_at?: Date
}

/** @returns whether the advice is still this process's, and not done */
async function update(db: Database, { companyId, adviceId, attempts }: AdviceKey, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plan_advices')
    .set(change)
    .where('company_id', '=', companyId)
    .where('advice_id', '=', adviceId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
