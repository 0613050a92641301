import { sql } from 'kysely'
import { inTransaction } from '../../context.ts'
import type { WorkServices } from './before-sending.ts'
import { claimSlots } from './claim-slots.ts'
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
import { type Lane, takeLines } from './take-lines.ts'
import { BATCH_LINES, TURN_MS } from './timing.ts'
import { workLines } from './work-lines.ts'
import { identityOf } from './worker-identity.ts'

export interface OperationJob extends OperationKey {
  /** only the lines of this network; null: a job for each network that has some */
  readonly network: string | null
}

type Enqueue = (job: OperationJob) => void

/** A job's turn: works on what is due of an operation, as long as its turn lasts, and enqueues what is left. */
export async function runOperation(services: WorkServices, job: OperationJob, enqueue: Enqueue): Promise<void> {
  const operation = await readOperation(services.db, job)
  if (!operation) return
  if (operation.state === 'scheduled') return openScheduled(services, operation)
  if (operation.state !== 'running') return
  if (job.network === null) return runLanes(services, operation, enqueue)
  await runLane(services, operation, { ...job, network: job.network }, enqueue)
}

/** A scheduled operation whose time has come takes the slots of its SIMs; whoever was faster keeps theirs. */
async function openScheduled(services: WorkServices, operation: OperationRow): Promise<void> {
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

/** A job for each network of which lines are due; small operations are done right here. */
async function runLanes(services: WorkServices, operation: OperationRow, enqueue: Enqueue): Promise<void> {
  const networks = await dueNetworks(services, operation)
  if (networks.length === 1 && networks[0] !== undefined)
    return runLane(services, operation, { ...operation, network: networks[0] }, enqueue)
  const { companyId, operationId } = operation
  for (const network of networks) enqueue({ companyId, operationId, network })
}

async function dueNetworks({ db, clock }: WorkServices, { companyId, operationId, kind }: OperationRow): Promise<string[]> {
  if (!asksNetwork(kind)) return ['']
  const { rows } = await sql<{ network: string }>`
    SELECT DISTINCT network FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending' AND due_at <= ${clock()} ORDER BY 1`.execute(
    db,
  )
  return rows.map(({ network }) => network)
}

/** Takes, sends and writes back batch after batch. Further jobs of the same lane work beside it, in this process and others. */
async function runLane(services: WorkServices, operation: OperationRow, lane: Lane, enqueue: Enqueue): Promise<void> {
  const { companyId, operationId } = lane
  const comeBack = () => enqueue({ companyId, operationId, network: lane.network })
  const until = performance.now() + TURN_MS
  const network = services.networks.find(lane.network)
  for (let batch = 0; ; batch++) {
    const closedUntil = network?.openUntil()
    // the lines stay due, and whoever looks for due lines wakes the lane up again
    if (closedUntil && closedUntil > services.clock()) return
    // one line is enough to try whether the network is back
    const limit = closedUntil ? 1 : Math.min(BATCH_LINES, network?.maxInFlight ?? BATCH_LINES)
    const { workerId } = await identityOf(services.pool)
    const taken = await takeLines(services.db, lane, { workerId, limit, now: services.clock() })
    if (taken.length === 0) return
    // there is more than one batch: another hand helps
    if (batch === 0 && taken.length === limit) comeBack()
    await workLines(services, operation, taken, { workerId, isUrgent: false })
    if (taken.length < limit) return
    if (performance.now() > until) return comeBack()
  }
}

/** Takes up every line of a small operation at once, in the caller's process: a single action, for which a person waits. */
export async function runAtOnce(services: WorkServices, key: OperationKey): Promise<void> {
  const operation = await readOperation(services.db, key)
  if (!operation) return
  const { workerId } = await identityOf(services.pool)
  for (const network of await dueNetworks(services, operation)) {
    const taken = await takeLines(services.db, { ...key, network }, { workerId, limit: BATCH_LINES, now: services.clock() })
    if (taken.length > 0) await workLines(services, operation, taken, { workerId, isUrgent: true })
  }
}
