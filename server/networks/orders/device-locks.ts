import { type DeviceMode, networkLockOf } from '#domain/locks.ts'
import type { ReconcileProblem } from '#domain/network-alignment.ts'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import { HOUR_MS } from '#domain/time.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import type { GuardedNetwork } from '../guarded-network.ts'
import { type CommandAnswer, NetworkFault } from '../network.ts'
import { claimDeviceLocks, writeDeviceLocks } from './device-locks.queries.ts'
import { MAX_SENDS, ORDER_HOURS } from './order.ts'
import type { OrderServices } from './orders-worker.ts'

/** SIMs whose networks are asked at a time: few enough that the last one's turn comes within the claim, at some requests a second. */
const BATCH_SIZE = 64
/** A network that no longer carries a SIM is asked to let it go for this long: the one that does has to wait. */
const PARTING_HOURS = 1
const MAX_RETRY_MS = 300_000
const UNKNOWN_NETWORK_RETRY_MS = 15_000

/** A SIM whose network is asked, as it is now. */
export interface ClaimedLock extends SimKey {
  readonly orderId: string
  readonly requestedAt: Date
  readonly sends: number
  readonly run: number
  /** the network that holds a lock of ours, or else the one that carries the SIM; '' for none */
  readonly networkId: string
  /** the network that carries the SIM; '' for none */
  readonly routedTo: string
  /** null: the company no longer has the SIM */
  readonly imsi: string | null
  readonly msisdn: string | null
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  /** a person restored the data of a SIM that is in another device */
  readonly isReleased: boolean
}

/** What became of one attempt. */
export type LockOutcome =
  /** the network holds the SIM to this IMEI, '' to none, or has it no more */
  | { readonly kind: 'agreed'; readonly imei: string }
  | { readonly kind: 'retry'; readonly dueAt: Date; readonly sends: number; readonly run: number }
  /** it is asked again with the next change, or when an administrator enforces the portal's side */
  | { readonly kind: 'failed'; readonly problem: ReconcileProblem; readonly text: string; readonly state: ReportedState }

/**
 * Looks up what networks hold, and sends them what they have to hold, of SIMs whose lock to a device is due.
 * @param only this SIM: for a person waiting at the screen
 * @returns how many there were
 */
export async function sendDeviceLocks({ db, networks, clock }: OrderServices, only?: SimKey): Promise<number> {
  const claimed = await claimDeviceLocks(db, { limit: BATCH_SIZE, now: clock(), only })
  const done = await Promise.all(
    claimed.map(async (lock) => ({ lock, outcome: await sendDeviceLock(lock, networks.find(lock.networkId), clock()) })),
  )
  await retryDeadlock(() => db.transaction().execute((trx) => writeDeviceLocks(trx, done, clock())))
  return claimed.length
}

const agreed = (imei: string): LockOutcome => ({ kind: 'agreed', imei })
const failed = (problem: ReconcileProblem, text = '', state: ReportedState = 'unrecognised'): LockOutcome => ({
  ...{ kind: 'failed', problem, text, state },
})
const isElsewhere = ({ networkId, routedTo }: ClaimedLock): boolean => networkId !== routedTo

const isExpired = (lock: ClaimedLock, now: Date): boolean =>
  now.getTime() - lock.requestedAt.getTime() >= (isElsewhere(lock) ? PARTING_HOURS : ORDER_HOURS) * HOUR_MS

function retryLater({ requestedAt, sends, run }: ClaimedLock, now: Date, minMs: number, changes = {}): LockOutcome {
  const ms = Math.max(minMs, Math.min((now.getTime() - requestedAt.getTime()) / 4, MAX_RETRY_MS))
  return { kind: 'retry', dueAt: new Date(now.getTime() + ms), sends, run, ...changes }
}

/** What the network has to hold: nothing when another one carries the SIM by now. */
function targetOf(lock: ClaimedLock): string {
  const { mode, values, isReleased } = lock
  return !isElsewhere(lock) && mode && values ? networkLockOf({ mode, values }, { isReleased }) : ''
}

async function sendDeviceLock(lock: ClaimedLock, network: GuardedNetwork | undefined, now: Date): Promise<LockOutcome> {
  const outcome = await outcomeOf(lock, network, now)
  // a network that won't let go of a SIM that it no longer carries keeps nothing from the one that does
  return outcome.kind === 'failed' && isElsewhere(lock) ? agreed('') : outcome
}

async function outcomeOf(lock: ClaimedLock, network: GuardedNetwork | undefined, now: Date): Promise<LockOutcome> {
  const { imsi, msisdn, iccid, networkId } = lock
  if (imsi === null || msisdn === null || networkId === '') return agreed('')
  if (isElsewhere(lock) && !network?.isEnabled) return agreed('')
  if (!network) {
    return isExpired(lock, now) ? failed('no_network') : retryLater(lock, now, UNKNOWN_NETWORK_RETRY_MS)
  }
  if (!network.capabilities.locksDevices) return agreed('')
  try {
    return await reconcile(lock, { network, sim: { iccid, imsi, msisdn }, now })
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    if (!error.isTransient) return failed('rejected', error.message)
    return isExpired(lock, now) ? failed('timeout') : retryLater(lock, now, network.lookupAfterMs)
  }
}

interface Asked {
  readonly network: GuardedNetwork
  readonly sim: { readonly iccid: string; readonly imsi: string; readonly msisdn: string }
  readonly now: Date
}

/** Nothing is sent before a look-up has shown that it is still to be done. */
async function reconcile(lock: ClaimedLock, { network, sim, now }: Asked): Promise<LockOutcome> {
  const target = targetOf(lock)
  const { state, deviceLock } = await network.lookup(sim)
  // a terminated SIM has no service in any device
  if (state === 'terminated' || deviceLock === undefined) return agreed('')
  if (deviceLock === target) return agreed(target)
  if (isExpired(lock, now)) return failed('timeout', '', state)
  if (lock.sends >= MAX_SENDS) return failed('unreachable', '', state)
  const answer = await network.setDeviceLock(sim, target, { requestId: `${lock.orderId}-${lock.iccid}-${lock.run}` })
  return answer.kind === 'done' ? agreed(target) : afterAnswer(lock, { network, sim, now }, answer, state)
}

/** A request that may not have arrived is repeated under its id; one that was refused, or accepted without effect, gets a new one. */
function afterAnswer(
  lock: ClaimedLock,
  { network, now }: Asked,
  answer: Exclude<CommandAnswer, { kind: 'done' }>,
  state: ReportedState,
): LockOutcome {
  const sends = lock.sends + 1
  const anew = { sends, run: lock.run + 1 }
  const later = (changes: object) => retryLater(lock, now, network.lookupAfterMs, changes)
  if (answer.kind === 'unknown') return later({ sends })
  if (answer.kind === 'accepted') return later(anew)
  const { cause, text, retryable } = answer
  if (cause === 'already_in_state' || cause === 'change_pending') return later(anew)
  // nothing was sent: the attempt does not count
  if (cause === 'unreachable' || cause === 'rate_limited') return later({ run: anew.run })
  if (cause === 'network_error' && retryable) return later(anew)
  return failed(cause === 'not_supported' ? 'not_supported' : 'rejected', text, state)
}
