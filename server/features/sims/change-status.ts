import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { STATUS_CHANGE_SENTENCES } from '#contract/network-admin/network-messages.ts'
import { EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimStatusData } from '#contract/sims/sim-status.calls.ts'
import { desiredState } from '#domain/network-alignment.ts'
import { mayTrigger, TRANSITIONS, type Trigger } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { muteAlarms } from '#server/alarm-engine/revise-notices.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { releaseBreaches } from '#server/lock-engine/release-breaches.ts'
import type { OrderGoal } from '#server/networks/orders/order.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { replaceOrders } from '#server/networks/orders/replace-orders.ts'
import { audit } from '#server/records/audit.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'
import { releaseFirings } from '#server/records/release-firings.ts'
import { transitionRefusal } from '#server/records/sim-refusal.ts'
import { statusFromTimeline } from '#server/records/status-from-timeline.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'

interface OpenWork {
  readonly isBusy: boolean
  /** of its open order at the network */
  readonly order: OrderGoal | null
}
type SimWithWork = FoundSim & OpenWork

/**
 * The reader's SIM with its open change.
 * @throws AppError not_found, also for another company's SIM
 */
function requireSimWithWork(ctx: Ctx, icc: string): Promise<SimWithWork> {
  return requireSim<OpenWork>(ctx, icc, {
    columns: sql`
      EXISTS (SELECT FROM open_changes c WHERE c.company_id = s.company_id AND c.iccid = s.iccid) AS "isBusy",
      (SELECT o.goal FROM network_orders o WHERE o.company_id = s.company_id AND o.iccid = s.iccid) AS "order"`,
  })
}

function requireTrigger(trigger: Trigger, sim: SimWithWork): void {
  const status = sim.administrativeStatus
  if (!mayTrigger(trigger, status)) throw transitionRefusal(status, trigger, EXCLUSION_SENTENCES.wrong_status)
  if (sim.isBusy) throw new AppError('operation_open')
}

/** Blocks a SIM: at once for its owner, and in the network as soon as that accepts it. */
export async function blockSim(ctx: Ctx, icc: string, reason: string): Promise<WithMessage<SimStatusData>> {
  const sim = await requireSimWithWork(ctx, icc)
  requireTrigger('block', sim)
  await changeStatus(ctx, sim, { to: STATUS.suspended, reason, event: 'blocked' })
  return answer(ctx, sim, 'blocked')
}

/** Lifts a block: the SIM returns to its previous status; to active when that is unknown. */
export async function unblockSim(ctx: Ctx, icc: string, reason: string): Promise<WithMessage<SimStatusData>> {
  const sim = await requireSimWithWork(ctx, icc)
  requireTrigger('unblock', sim)
  const { companyId, iccid, administrativeStatus: status, previousStatus } = sim
  const from = TRANSITIONS.block.from
  const fromTimeline = await statusFromTimeline(ctx.db, { companyId, iccid, status, from })
  const to = fromTimeline ?? from.find((one) => one === previousStatus) ?? STATUS.active
  await changeStatus(ctx, sim, { to, reason, event: 'unblocked' })
  return answer(ctx, sim, 'unblocked')
}

interface Change {
  readonly to: number
  readonly reason: string
  readonly event: 'blocked' | 'unblocked'
}

async function changeStatus(ctx: Ctx, sim: SimWithWork, { to, reason, event }: Change): Promise<void> {
  const { companyId, iccid, administrativeStatus: from } = sim
  await inTransaction(ctx, async (trx) => {
    const detail = reason === '' ? {} : { reason }
    const move = { companyId, iccid, from, to, technicalStatus: null, reason, actor: ctx.actor.email, event, detail }
    const moved = await applyStatusTransitions(trx, [move], ctx.now)
    // a concurrent request was first
    if (moved.size === 0) throw new AppError('conflict')
    await audit(trx, ctx, {
      action: `sim.${event}`,
      entity: 'sim',
      entityId: iccid,
      companyId,
      before: { administrativeStatus: from },
      after: { administrativeStatus: to, reason },
    })
    const needsNotice = desiredState(to) !== undefined && desiredState(to) !== desiredState(from)
    if (needsNotice) await replaceOrders(trx, [{ companyId, iccid, goal: 'push', actor: ctx.actor.email, reason: '' }], ctx.now)
  })
  await waitForOrder(ctx, sim)
}

/** How long a request waits for the network; the order continues without it. */
const ANSWER_TIMEOUT_MS = 4_000

async function waitForOrder(ctx: Ctx, sim: SimWithWork): Promise<void> {
  const work = processDueOrders(ctx, sim).catch((error: unknown) => {
    ctx.log.error({ err: error, iccid: sim.iccid }, 'an order could not be worked off; it is taken up again')
  })
  await Promise.race([work, sleep(ANSWER_TIMEOUT_MS)])
}

/**
 * Cuts a SIM's data until it is restored. The SIM has its status when its network confirms it; until then the order stays. Alarms and
 * locks restore what they cut, and not this (server/networks/orders/next-hold-step.ts).
 */
export async function cutData(ctx: Ctx, icc: string, reason: string): Promise<WithMessage<SimStatusData>> {
  const sim = await requireSimWithWork(ctx, icc)
  requireTrigger('cutData', sim)
  if (sim.order !== 'cutData') {
    await inTransaction(ctx, async (trx) => {
      const { companyId, iccid } = sim
      await replaceOrders(trx, [{ companyId, iccid, goal: 'cutData', actor: ctx.actor.email, reason }], ctx.now)
      const after = reason === '' ? {} : { reason }
      await audit(trx, ctx, { action: 'sim.data_cut', entity: 'sim', entityId: iccid, companyId, after })
    })
  }
  return dataAnswer(ctx, sim, 'cutData')
}

/**
 * Ends a cut of data. The SIM is active again when its network confirms it; until then the order stays. Alarms that held it ignore
 * it until the cycle ends; a lock that held it lets its present device be; a rule that held it acts when it is the case anew.
 */
export async function restoreData(ctx: Ctx, icc: string, reason: string): Promise<WithMessage<SimStatusData>> {
  const sim = await requireSimWithWork(ctx, icc)
  requireTrigger('restoreData', sim)
  if (sim.order !== 'restoreData') {
    await inTransaction(ctx, async (trx) => {
      const { companyId, iccid } = sim
      const release = { companyId, iccids: [iccid], by: ctx.actor.email }
      const mutedAlarms = await muteAlarms(trx, release, ctx.now)
      const unlocked = await releaseBreaches(trx, release, ctx.now)
      const freed = await releaseFirings(trx, [sim], { by: ctx.actor.email, now: ctx.now })
      await replaceOrders(trx, [{ companyId, iccid, goal: 'restoreData', actor: ctx.actor.email, reason }], ctx.now)
      await audit(trx, ctx, {
        action: 'sim.data_restored',
        entity: 'sim',
        entityId: iccid,
        companyId,
        after: {
          ...(reason === '' ? {} : { reason }),
          ...(mutedAlarms.length === 0 ? {} : { mutedAlarms }),
          ...(unlocked.length === 0 ? {} : { lock: 'released' }),
          ...(freed.length === 0 ? {} : { rule: 'released' }),
        },
      })
    })
  }
  return dataAnswer(ctx, sim, 'restoreData')
}

const DATA_ANSWERS = {
  cutData: { isCut: true, done: 'cut', pending: 'cutting' },
  restoreData: { isCut: false, done: 'restored', pending: 'restoring' },
} as const

/** @throws AppError network_refused when the order came to nothing */
async function dataAnswer(ctx: Ctx, sim: SimWithWork, goal: keyof typeof DATA_ANSWERS): Promise<WithMessage<SimStatusData>> {
  await waitForOrder(ctx, sim)
  const { order, administrativeStatus } = await requireSimWithWork(ctx, sim.iccid)
  const { isCut, done, pending } = DATA_ANSWERS[goal]
  if (order === goal) return answer(ctx, sim, pending)
  if ((administrativeStatus === STATUS.deactivatedByAlarm) !== isCut) throw new AppError('network_refused')
  return answer(ctx, sim, done)
}

async function answer(
  ctx: Ctx,
  sim: SimWithWork,
  said: keyof typeof STATUS_CHANGE_SENTENCES,
): Promise<WithMessage<SimStatusData>> {
  const { iccid, administrativeStatus: status, order } = await requireSimWithWork(ctx, sim.iccid)
  return new WithMessage(
    { icc: iccid, simAdministrativeStatusId: status, networkPending: order !== null },
    STATUS_CHANGE_SENTENCES[said],
  )
}
