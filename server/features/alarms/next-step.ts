import type { NoticeActionState } from '#contract/alarms/alarm-messages.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import type { OrderGoal } from '../../networks/orders/order.ts'

/** A notice that something is to be done about, with its SIM as it is now. */
export interface OpenNotice {
  readonly action: 'due' | 'ordered' | 'restoring'
  /** milliseconds that it has been so */
  readonly ageMs: number
  /** null: the company has no such SIM any more */
  readonly status: number | null
  readonly previousStatus: number | null
  /** what is asked of the SIM's network just now */
  readonly order: OrderGoal | null
  /** the alarm is on, cuts data, and the cycle runs */
  readonly isWanted: boolean
  /** another alarm holds the SIM's data cut */
  readonly isHeld: boolean
}

export interface NextStep {
  readonly action: NoticeActionState
  /** what to ask of the network, instead of what is asked */
  readonly order?: Extract<OrderGoal, 'cutData' | 'restoreData' | 'push'>
  /** milliseconds until the next look; undefined: it is over */
  readonly lookAfterMs?: number
  /** its time begins when something else is out of the way */
  readonly waits?: true
}

const SOON_MS = 500
const HELD_MS = 30_000
const LONGEST_MS = 60_000
/** A network that refuses to give data back is asked again after as long as it has done so, and then every quarter of an hour. */
const AGAIN_MS = 15 * 60_000

const waitFor = (action: OpenNotice['action'], ageMs: number): NextStep => ({
  action,
  lookAfterMs: Math.max(SOON_MS, Math.min(ageMs / 4, LONGEST_MS)),
})

/** What to do about a notice, by what its SIM is now and what is asked of the network: as often as anyone asks, the same. */
export function nextStep(notice: OpenNotice): NextStep {
  if (notice.status === null) return { action: 'skipped' }
  if (notice.action === 'restoring') return towardsRestored(notice, notice.status)
  return notice.action === 'due' ? towardsCut(notice, notice.status) : afterOrder(notice, notice.status)
}

function towardsCut({ isWanted, order, ageMs }: OpenNotice, status: number): NextStep {
  if (!isWanted) return { action: 'skipped' }
  if (status === STATUS.deactivatedByAlarm) return order === 'restoreData' ? waitFor('due', ageMs) : { action: 'cut' }
  if (status !== STATUS.active) return { action: 'skipped' }
  if (order === 'cutData') return { action: 'ordered', lookAfterMs: SOON_MS }
  return order === null ? { action: 'ordered', order: 'cutData', lookAfterMs: SOON_MS } : waitFor('due', ageMs)
}

function afterOrder({ order, ageMs }: OpenNotice, status: number): NextStep {
  if (status === STATUS.deactivatedByAlarm) return { action: 'cut' }
  if (order !== null) return waitFor('ordered', ageMs)
  return { action: status === STATUS.active ? 'failed' : 'skipped' }
}

const isOnTheWayBack = (status: number): boolean => status === STATUS.suspended || status === STATUS.terminationRequested

function towardsRestored({ order, ageMs, isHeld, previousStatus }: OpenNotice, status: number): NextStep {
  if (status === STATUS.active) {
    // the cut was asked for and has not come: whatever the network made of it, the SIM is to be active there
    if (order === 'cutData') return { action: 'restoring', order: 'push', lookAfterMs: SOON_MS }
    return order === null ? { action: 'restored' } : waitFor('restoring', ageMs)
  }
  if (status === STATUS.deactivatedByAlarm) {
    if (isHeld) return { action: 'restoring', lookAfterMs: HELD_MS, waits: true }
    if (order !== null) return waitFor('restoring', ageMs)
    return { action: 'restoring', order: 'restoreData', lookAfterMs: Math.max(SOON_MS, Math.min(ageMs, AGAIN_MS)) }
  }
  // a block that is lifted, or a termination that is withdrawn, leads back to where the SIM was
  if (isOnTheWayBack(status) && previousStatus === STATUS.deactivatedByAlarm) {
    return { action: 'restoring', lookAfterMs: LONGEST_MS, waits: true }
  }
  return { action: 'skipped' }
}
