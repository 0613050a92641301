import { sql } from 'kysely'
import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { workerIdentityOf } from '#server/db/worker-identity.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { requireAllowed, simRefusal } from '#server/records/sim-refusal.ts'
import { claimLine } from './claim-lines.ts'
import { readOperation } from './operation-row.ts'
import { processLines } from './process-lines.ts'
import { requireSimWithChange, type SimWithChange } from './sim-with-change.ts'
import { withdrawWithoutOperation } from './withdraw-without-operation.ts'

/** Withdraws the termination of one SIM, whether it was requested alone or in a mass operation. */
export async function withdrawSim(ctx: Ctx, icc: string): Promise<WithMessage<SimActionData>> {
  const sim = await requireSimWithChange(ctx, icc)
  requireAllowed(ctx, sim, 'withdrawTermination')
  if (sim.operationId === null) return withdrawWithoutOperation(ctx, sim)
  const { companyId, operationId, line } = await markWithdrawn(ctx, sim)
  const operation = await readOperation(ctx.db, { companyId, operationId })
  if (!operation) throw new AppError('conflict')
  const { workerId } = await workerIdentityOf(ctx.pool)
  const claimed = await claimLine(ctx.db, { companyId, operationId, line }, { workerId, now: ctx.now })
  if (claimed) await processLines(ctx, operation, [claimed], { workerId, isUrgent: true })
  const now = await requireSimWithChange(ctx, sim.iccid)
  const data: SimActionData = {
    operationId,
    icc: sim.iccid,
    state: 'cancelled',
    simAdministrativeStatusId: now.administrativeStatus,
    targetStatusId: null,
    dueAt: null,
  }
  return new WithMessage(data, NOTE_SENTENCES.withdrawn)
}

/** Marks the line as withdrawn if it has not been sent yet. */
function markWithdrawn(ctx: Ctx, sim: SimWithChange): Promise<{ companyId: number; operationId: number; line: number }> {
  return inTransaction(ctx, async (trx) => {
    const { rows } = await sql<{ companyId: number; operationId: number; line: number }>`
      UPDATE operation_items SET phase = 'withdraw', due_at = ${ctx.now}, updated_at = ${ctx.now}
      WHERE company_id = ${sim.operationCompanyId} AND operation_id = ${sim.operationId} AND line = ${sim.line}
        AND state = 'pending' AND phase IN ('request', 'cooling')
      RETURNING company_id AS "companyId", operation_id AS "operationId", line`.execute(trx)
    const [line] = rows
    // already sent to the network, or not requested by this portal
    if (!line) throw simRefusal('withdrawTermination', sim, 'wrong_status')
    await audit(trx, ctx, {
      action: 'termination.withdrawn',
      entity: 'sim',
      entityId: sim.iccid,
      companyId: sim.companyId,
      before: { operationId: line.operationId },
    })
    return line
  })
}
