import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { mayTrigger } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { statusFromTimeline } from '#server/records/status-from-timeline.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { WithMessage } from '../../http/answers.ts'
import { AppError } from '../../http/errors.ts'
import { audit } from '../../records/audit.ts'
import type { SimWithChange } from './sim-with-change.ts'

/**
 * Takes back a termination of which no operation is under way: the network refused it, or the books of before had it. The SIM
 * goes back to the status that it had when the termination was asked for; one of which that is not known becomes active.
 */
export async function withdrawLoose(ctx: Ctx, sim: SimWithChange): Promise<WithMessage<SimActionData>> {
  const { companyId, iccid, administrativeStatus: from } = sim
  const to = await statusToGoBackTo(ctx, sim)
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
    // somebody else was faster
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
/** From these a termination can be asked for. */
const BEFORE = STATUSES.filter((status) => mayTrigger('requestTermination', status))

async function statusToGoBackTo(
  { db }: Ctx,
  { companyId, iccid, administrativeStatus, previousStatus }: SimWithChange,
): Promise<number> {
  const told = await statusFromTimeline(db, { companyId, iccid, status: administrativeStatus, from: BEFORE })
  if (told !== undefined) return told
  return BEFORE.find((status) => status === previousStatus) ?? ADMINISTRATIVE_STATUS.active
}
