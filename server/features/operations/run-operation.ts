import { sql } from 'kysely'
import { inTransaction } from '#server/context.ts'
import { workerIdentityOf } from '#server/db/worker-identity.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import type { WorkServices } from './before-sending.ts'
import { claimLines, type OperationLane } from './claim-lines.ts'
import { claimSlots } from './claim-slots.ts'
import { networkOutages } from './diagnose-lines.ts'
import { asksNetwork } from './operation-kinds.ts'
import {
  finishIfDone,
  lockOperation,
  notifyDue,
  type OperationKey,
  type OperationRow,
  readOperation,
  recount,
} from './operation-row.ts'
import { processLines } from './process-lines.ts'
import { isForNextCycle } from './scheduled-plans.ts'
import { BATCH_LINES, TIME_SLICE_MS } from './timing.ts'
import { workOnLines } from './work-on-lines.ts'

export interface OperationJob extends OperationKey {
  /** only the lines of this network; null: one job for each network with due lines */
  readonly network: string | null
}

type Enqueue = (job: OperationJob) => void

/** Processes due lines of an operation for one time slice, and enqueues the rest. */
export async function runOperation(services: WorkServices, job: OperationJob, enqueue: Enqueue): Promise<void> {
  const operation = await readOperation(services.db, job)
  if (!operation) return
  if (operation.state === 'scheduled') return startScheduled(services, operation)
  if (operation.state !== 'running') return
  if (job.network === null && isForNextCycle(operation)) await claimLaterSlots(services, operation)
  if (job.network === null) return runLanes(services, operation, enqueue)
  await runLane(services, operation, { ...job, network: job.network }, enqueue)
}

/** Starts a due scheduled operation: it claims the slots of its SIMs; operations that hold some keep them. */
async function startScheduled(services: WorkServices, operation: OperationRow): Promise<void> {
  const now = services.clock()
  if (operation.scheduledAt && operation.scheduledAt > now) return
  await inTransaction(services, async (trx) => {
    const locked = await lockOperation(trx, operation)
    if (locked?.state !== 'scheduled') return
    const { companyId, operationId } = operation
    await sql`
      UPDATE operations SET state = 'running', started_at = ${now}, updated_at = ${now}
      WHERE company_id = ${companyId} AND operation_id = ${operationId}`.execute(trx)
    await claimSlots(trx, operation, now)
    await recount(trx, operation)
    await finishIfDone(trx, operation, now)
    await notifyDue(trx, operation)
  })
}

/** Claims the slots of lines whose company's cycle began after the operation's first lines. */
async function claimLaterSlots(services: WorkServices, operation: OperationRow): Promise<void> {
  await inTransaction(services, async (trx) => {
    const now = services.clock()
    const locked = await lockOperation(trx, operation)
    if (locked?.state !== 'running') return
    await claimSlots(trx, operation, now)
    await recount(trx, operation)
    await finishIfDone(trx, operation, now)
  })
}

/** Enqueues a job for each network with due lines; small operations run in this job. */
async function runLanes(services: WorkServices, operation: OperationRow, enqueue: Enqueue): Promise<void> {
  const networks = await dueNetworks(services, operation)
  if (networks.length === 1 && networks[0] !== undefined)
    return runLane(services, operation, { ...operation, network: networks[0] }, enqueue)
  const { companyId, operationId } = operation
  for (const network of networks) enqueue({ companyId, operationId, network })
}

async function dueNetworks({ db, clock }: WorkServices, operation: OperationRow): Promise<string[]> {
  if (!asksNetwork(operation)) return ['']
  const { companyId, operationId } = operation
  const { rows } = await sql<{ network: string }>`
    SELECT DISTINCT network FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending' AND due_at <= ${clock()}
    ORDER BY 1`.execute(db)
  return rows.map(({ network }) => network)
}

/** Claims, sends and writes batch after batch. Other jobs of the same lane run in parallel, in this process and others. */
async function runLane(services: WorkServices, operation: OperationRow, lane: OperationLane, enqueue: Enqueue): Promise<void> {
  if (!asksNetwork(operation)) return runLocally(services, operation, enqueue)
  const { companyId, operationId } = lane
  const comeBack = () => enqueue({ companyId, operationId, network: lane.network })
  const until = performance.now() + TIME_SLICE_MS
  const network = services.networks.find(lane.network)
  for (let batch = 0; ; batch++) {
    const closedUntil = await heldUntil(services, operation, network)
    // the lines stay due, and the poller enqueues the lane again
    if (closedUntil && closedUntil > services.clock()) return
    // one line probes whether the network is back
    const limit = closedUntil ? 1 : Math.min(BATCH_LINES, network?.maxInFlight ?? BATCH_LINES)
    const { workerId } = await workerIdentityOf(services.pool)
    const claimed = await claimLines(services.db, lane, { workerId, limit, now: services.clock() })
    if (claimed.length === 0) return
    // there are more batches: another job helps
    if (batch === 0 && claimed.length === limit) comeBack()
    await processLines(services, operation, claimed, { workerId, isUrgent: false })
    if (claimed.length < limit) return
    if (performance.now() > until) return comeBack()
  }
}

/** The same for an operation that asks no network. */
async function runLocally(services: WorkServices, operation: OperationRow, enqueue: Enqueue): Promise<void> {
  const { companyId, operationId } = operation
  const comeBack = () => enqueue({ companyId, operationId, network: '' })
  const until = performance.now() + TIME_SLICE_MS
  let position = await workOnLines(services, operation)
  if (position) comeBack()
  while (position) {
    position = await workOnLines(services, operation, position)
    if (position && performance.now() > until) return comeBack()
  }
}

/** While its breaker is open a network gets one line at most; a diagnosis states that it does not answer once that has lasted. */
async function heldUntil(
  { db, clock }: WorkServices,
  { kind }: OperationRow,
  network: GuardedNetwork | undefined,
): Promise<Date | undefined> {
  const until = network?.openUntil()
  if (!network || !until || kind !== 'diagnose') return until
  const { down } = await networkOutages(db, clock())
  return down.has(network.id) ? undefined : until
}

/** Processes every line of a small operation now, in the caller's process: a single action, whose request waits. */
export async function runNow(services: WorkServices, key: OperationKey): Promise<void> {
  const operation = await readOperation(services.db, key)
  if (!operation) return
  if (!asksNetwork(operation)) {
    await workOnLines(services, operation)
    return
  }
  const { workerId } = await workerIdentityOf(services.pool)
  for (const network of await dueNetworks(services, operation)) {
    const claimed = await claimLines(services.db, { ...key, network }, { workerId, limit: BATCH_LINES, now: services.clock() })
    if (claimed.length > 0) await processLines(services, operation, claimed, { workerId, isUrgent: true })
  }
}
