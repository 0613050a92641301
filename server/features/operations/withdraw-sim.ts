import { sql } from 'kysely'
import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { WithMessage } from '../../http/answers.ts'
import { AppError } from '../../http/errors.ts'
import { audit } from '../../records/audit.ts'
import { requireAllowed, simRefusal } from '../../records/sim-refusal.ts'
import { readOperation } from './operation-row.ts'
import { requireSimWithChange, type SimWithChange } from './sim-with-change.ts'
import { takeLine } from './take-lines.ts'
import { withdrawLoose } from './withdraw-loose.ts'
import { workLines } from './work-lines.ts'
import { identityOf } from './worker-identity.ts'

/** Takes back the termination of one SIM, whether it was asked for alone or among many. */
export async function withdrawSim(ctx: Ctx, icc: string): Promise<WithMessage<SimActionData>> {
  const sim = await requireSimWithChange(ctx, icc)
  requireAllowed(ctx, sim, 'withdrawTermination')
  if (sim.operationId === null) return withdrawLoose(ctx, sim)
  const { companyId, operationId, line } = await markWithdrawn(ctx, sim)
  const operation = await readOperation(ctx.db, { companyId, operationId })
  if (!operation) throw new AppError('conflict')
  const { workerId } = await identityOf(ctx.pool)
  const taken = await takeLine(ctx.db, { companyId, operationId, line }, { workerId, now: ctx.now })
  if (taken) await workLines(ctx, operation, [taken], { workerId, isUrgent: true })
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

/** The line turns round, if it has not been sent yet. */
function markWithdrawn(ctx: Ctx, sim: SimWithChange): Promise<{ companyId: number; operationId: number; line: number }> {
  return inTransaction(ctx, async (trx) => {
    const { rows } = await sql<{ companyId: number; operationId: number; line: number }>`
      UPDATE operation_items SET phase = 'withdraw', due_at = ${ctx.now}, updated_at = ${ctx.now}
      WHERE company_id = ${sim.operationCompanyId} AND operation_id = ${sim.operationId} AND line = ${sim.line}
        AND state = 'pending' AND phase IN ('request', 'cooling')
      RETURNING company_id AS "companyId", operation_id AS "operationId", line`.execute(trx)
    const [line] = rows
    // it is on its way to the network already, or nobody of ours asked for it
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
