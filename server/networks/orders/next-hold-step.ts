import type { NoticeActionState } from '#contract/filter-values.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { OrderGoal } from './order.ts'

/** What keeps a SIM's data cut, an alarm's notice or a lock's breach, with an open action; and its SIM's present state. */
export interface OpenHold {
  readonly action: 'due' | 'ordered' | 'restoring'
  /** milliseconds in this state */
  readonly ageMs: number
  /** null: the company no longer has the SIM */
  readonly status: number | null
  readonly previousStatus: number | null
  /** the SIM's open order at its network */
  readonly order: OrderGoal | null
  /** its alarm or lock still wants the data cut */
  readonly shouldCut: boolean
  /** another hold keeps the SIM's data cut */
  readonly isHeld: boolean
  /** another hold has cut it, and is about to restore it */
  readonly isRestored: boolean
}

export interface HoldStep {
  readonly action: NoticeActionState
  /** the order to place instead of an open one */
  readonly order?: Extract<OrderGoal, 'cutData' | 'restoreData' | 'push'>
  /** milliseconds until the next check; undefined: done */
  readonly checkAfterMs?: number
  /** its time starts when the obstacle is gone */
  readonly waits?: true
}

const MIN_CHECK_MS = 500
const HELD_CHECK_MS = 30_000
const MAX_CHECK_MS = 60_000
/** A network that rejects restoring data is asked again after as long as it has done so, and then every quarter of an hour. */
const RETRY_REJECTED_MS = 15 * MINUTE_MS

const waitFor = (action: OpenHold['action'], ageMs: number): HoldStep => ({
  action,
  checkAfterMs: Math.max(MIN_CHECK_MS, Math.min(ageMs / 4, MAX_CHECK_MS)),
})

/** The next step of a hold, by its SIM's status and open order. Idempotent. */
export function nextHoldStep(hold: OpenHold): HoldStep {
  if (hold.status === null) return { action: 'skipped' }
  if (hold.action === 'restoring') return towardsRestored(hold, hold.status)
  return hold.action === 'due' ? towardsCut(hold, hold.status) : afterOrder(hold, hold.status)
}

/** Data that was cut already, by a person and no hold, is left as it is: the hold would restore what it did not cut. */
function towardsCut({ shouldCut, order, ageMs, isHeld, isRestored }: OpenHold, status: number): HoldStep {
  if (!shouldCut) return { action: 'skipped' }
  if (status === STATUS.deactivatedByAlarm) {
    if (order === 'restoreData') return waitFor('due', ageMs)
    return { action: isHeld || isRestored ? 'cut' : 'skipped' }
  }
  if (status !== STATUS.active) return { action: 'skipped' }
  if (order === 'cutData') return { action: 'ordered', checkAfterMs: MIN_CHECK_MS }
  return order === null ? { action: 'ordered', order: 'cutData', checkAfterMs: MIN_CHECK_MS } : waitFor('due', ageMs)
}

function afterOrder({ order, ageMs }: OpenHold, status: number): HoldStep {
  if (status === STATUS.deactivatedByAlarm) return { action: 'cut' }
  if (order !== null) return waitFor('ordered', ageMs)
  return { action: status === STATUS.active ? 'failed' : 'skipped' }
}

const isOnTheWayBack = (status: number): boolean => status === STATUS.suspended || status === STATUS.terminationRequested

function towardsRestored({ order, ageMs, isHeld, previousStatus }: OpenHold, status: number): HoldStep {
  if (status === STATUS.active) {
    // another hold has ordered the cut as well
    if (isHeld && order === 'cutData') return { action: 'restoring', checkAfterMs: HELD_CHECK_MS, waits: true }
    // the cut was ordered but not confirmed: whatever the network did, the SIM must be active there
    if (order === 'cutData') return { action: 'restoring', order: 'push', checkAfterMs: MIN_CHECK_MS }
    return order === null ? { action: 'restored' } : waitFor('restoring', ageMs)
  }
  if (status === STATUS.deactivatedByAlarm) {
    if (isHeld) return { action: 'restoring', checkAfterMs: HELD_CHECK_MS, waits: true }
    if (order !== null) return waitFor('restoring', ageMs)
    return {
      action: 'restoring',
      order: 'restoreData',
      checkAfterMs: Math.max(MIN_CHECK_MS, Math.min(ageMs, RETRY_REJECTED_MS)),
    }
  }
  // lifting a block or withdrawing a termination returns the SIM to its previous status
  if (isOnTheWayBack(status) && previousStatus === STATUS.deactivatedByAlarm) {
    return { action: 'restoring', checkAfterMs: MAX_CHECK_MS, waits: true }
  }
  return { action: 'skipped' }
}
