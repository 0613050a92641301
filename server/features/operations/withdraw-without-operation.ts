import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { mayTrigger } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { statusFromTimeline } from '#server/records/status-from-timeline.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'
import type { SimWithChange } from './sim-with-change.ts'

/**
 * Withdraws a termination without an open operation: the network rejected it, or it was imported. The SIM returns to its status
 * before the request; to active when that is unknown.
 */
export async function withdrawWithoutOperation(ctx: Ctx, sim: SimWithChange): Promise<WithMessage<SimActionData>> {
  const { companyId, iccid, administrativeStatus: from } = sim
  const to = await statusBeforeTermination(ctx, sim)
  await inTransaction(ctx, async (trx) => {
    const move = {
      companyId,
      iccid,
      from,
      to,
      technicalStatus: null,
      reason: '',
      actor: ctx.actor.email,
      event: 'termination_withdrawn',
      detail: {},
    }
    const moved = await applyStatusTransitions(trx, [move], ctx.now)
    // a concurrent request was first
    if (moved.size === 0) throw new AppError('conflict')
    const entry = { action: 'termination.withdrawn', entity: 'sim', entityId: iccid, companyId }
    await audit(trx, ctx, { ...entry, before: { operationId: null } })
  })
  const data: SimActionData = {
    operationId: 0,
    icc: iccid,
    state: 'cancelled',
    simAdministrativeStatusId: to,
    targetStatusId: null,
    dueAt: null,
  }
  return new WithMessage(data, NOTE_SENTENCES.withdrawn)
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
