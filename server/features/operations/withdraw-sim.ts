import { sql } from 'kysely'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { mayTrigger } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { workerIdentityOf } from '#server/db/worker-identity.ts'
import type { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { requireAllowed, simRefusal } from '#server/records/sim-refusal.ts'
import { statusFromTimeline } from '#server/records/status-from-timeline.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'
import { claimLine } from './claim-lines.ts'
import { type OperationLine, readOperation } from './operation-row.ts'
import { processLines } from './process-lines.ts'
import { requireSimWithChange, type SimWithChange } from './sim-with-change.ts'
import { withdrawnAnswer } from './withdrawn-answer.ts'

/** Withdraws the termination of one SIM, whether it was requested alone or in a mass operation. */
export async function withdrawSim(ctx: Ctx, icc: string): Promise<WithMessage<SimActionData>> {
  const sim = await requireSimWithChange(ctx, icc)
  requireAllowed(ctx, sim, 'withdrawTermination')
  if (sim.operationId === null) return withdrawWithoutOperation(ctx, sim)
  const line = await markWithdrawn(ctx, sim)
  const operation = await readOperation(ctx.db, line)
  if (!operation) throw new AppError('conflict')
  const { workerId } = await workerIdentityOf(ctx.pool)
  const claimed = await claimLine(ctx.db, line, { workerId, now: ctx.now })
  if (claimed) await processLines(ctx, operation, [claimed], { workerId, isUrgent: true })
  return withdrawnAnswer('withdrawn', line.operationId, await requireSimWithChange(ctx, sim.iccid))
}

/** Marks the line as withdrawn if it has not been sent yet. */
function markWithdrawn(ctx: Ctx, sim: SimWithChange): Promise<OperationLine> {
  return inTransaction(ctx, async (trx) => {
    const { rows } = await sql<OperationLine>`
      UPDATE operation_items SET phase = 'withdraw', due_at = ${ctx.now}, updated_at = ${ctx.now}
      WHERE company_id = ${sim.operationCompanyId} AND operation_id = ${sim.operationId} AND line = ${sim.line}
        AND state = 'pending' AND phase IN ('request', 'cooling')
      RETURNING company_id AS "companyId", operation_id AS "operationId", line`.execute(trx)
    const [line] = rows
    // already sent to the network, or not requested by this portal
    if (!line) throw simRefusal('withdrawTermination', sim, 'wrong_status')
    await auditWithdrawal(trx, ctx, sim, line.operationId)
    return line
  })
}

const auditWithdrawal = (
  trx: DatabaseTransaction,
  ctx: Ctx,
  { iccid, companyId }: SimWithChange,
  operationId: number | null,
): Promise<void> => {
  const entry = { action: 'termination.withdrawn', entity: 'sim', entityId: iccid, companyId }
  return audit(trx, ctx, { ...entry, before: { operationId } })
}

/**
 * Withdraws a termination without an open operation: the network rejected it, or it was imported. The SIM returns to its status
 * before the request; to active when that is unknown.
 */
async function withdrawWithoutOperation(ctx: Ctx, sim: SimWithChange): Promise<WithMessage<SimActionData>> {
  const { companyId, iccid, administrativeStatus: from } = sim
  const to = await statusBeforeTermination(ctx, sim)
  await inTransaction(ctx, async (trx) => {
    const why = { reason: '', actor: ctx.actor.email, event: 'termination_withdrawn', detail: {} }
    const moved = await applyStatusTransitions(trx, [{ companyId, iccid, from, to, technicalStatus: null, ...why }], ctx.now)
    // a concurrent request was first
    if (moved.size === 0) throw new AppError('conflict')
    await auditWithdrawal(trx, ctx, sim, null)
  })
  return withdrawnAnswer('withdrawn', 0, { iccid, administrativeStatus: to })
}

const STATUSES = Object.values(ADMINISTRATIVE_STATUS)
/** The statuses from which a termination can be requested. */
const TERMINABLE = STATUSES.filter((status) => mayTrigger('requestTermination', status))

async function statusBeforeTermination(
  { db }: Ctx,
  { companyId, iccid, administrativeStatus, previousStatus }: SimWithChange,
): Promise<number> {
  const fromTimeline = await statusFromTimeline(db, { companyId, iccid, status: administrativeStatus, from: TERMINABLE })
  if (fromTimeline !== undefined) return fromTimeline
  return TERMINABLE.find((status) => status === previousStatus) ?? ADMINISTRATIVE_STATUS.active
}
