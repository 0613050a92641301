import { adoptedStatus, commandsToReach, desiredState, NO_LOCK, type ReconcileProblem } from '#domain/network-alignment.ts'
import { type NetworkSimState, STATE_AFTER, type StatusCommand } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import type { GuardedNetwork } from '../guarded-network.ts'
import { type CommandAnswer, NetworkFault } from '../network.ts'
import type { NetworkView } from '../network-types.ts'
import { type DriftOutcome, MAX_SENDS, type NetworkOrder, type OrderGoal, type OrderOutcome } from './order.ts'

type Sim = NonNullable<NetworkOrder['sim']>

/** An order with everything needed to process it. */
interface OrderCase {
  readonly order: NetworkOrder
  readonly sim: Sim
  readonly network: GuardedNetwork
  readonly now: Date
}

/** What a network reports of a SIM whose state is recognised. */
interface Reported {
  readonly state: NetworkSimState
  readonly profile: string | undefined
  readonly deviceLock: string | undefined
}

type OrderCommand = StatusCommand | 'setProfile'

const MAX_LOOKUP_INTERVAL_MS = 300_000
/** Retry interval while an operation has the SIM, or its network is not configured. */
const BUSY_RETRY_MS = 15_000

/** A comparison waits this long for a change that only the network has. */
const COMPARE_PENDING_MS = 15 * 60_000

const NO_DRIFT = { kind: 'none' } as const

/** Schedules the next attempt after a quarter of the order's age, between the network's own delay and five minutes. */
function retryLater(
  { order, now, network }: Pick<OrderCase, 'order' | 'now'> & { network?: GuardedNetwork },
  changes = {},
): OrderOutcome {
  const age = now.getTime() - order.requestedAt.getTime()
  const minMs = network?.lookupAfterMs ?? BUSY_RETRY_MS
  const ms = Math.max(minMs, Math.min(age / 4, MAX_LOOKUP_INTERVAL_MS))
  const { sends, run, reference } = order
  return { kind: 'retry', dueAt: new Date(now.getTime() + ms), sends, run, reference, ...changes }
}

/** Looks up an order's SIM in its network and acts on the result. */
export async function processOrder(order: NetworkOrder, network: GuardedNetwork | undefined, now: Date): Promise<OrderOutcome> {
  const { sim } = order
  if (!sim || isObsolete(order, sim)) return { kind: 'finished', drift: NO_DRIFT }
  if (order.hasOpenChange)
    return order.goal === 'settle' || order.goal === 'compare'
      ? { kind: 'finished', drift: NO_DRIFT }
      : retryOrFail(order, now, 'operation_open')
  if (!network) return retryOrFail(order, now, 'no_network')
  const one: OrderCase = { order, sim, network, now }
  try {
    const view = await network.lookup(nameOf(one), { isUrgent: order.actor !== '' })
    return await actOnView(one, view)
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    if (!error.isTransient) return failOrder(one, 'rejected', error.message)
    return isExpired(one) ? failOrder(one, 'timeout') : retryLater(one)
  }
}

/** Whether the reason for the order is gone: something else changed the SIM. */
function isObsolete({ goal }: NetworkOrder, { status }: Sim): boolean {
  if (goal === 'settle') return status !== STATUS.hibernationInProcess && status !== STATUS.terminationInProcess
  if (goal === 'restoreData') return status !== STATUS.deactivatedByAlarm
  if (goal === 'cutData') return status !== STATUS.active
  return (goal === 'push' || goal === 'compare') && desiredState(status) === undefined
}

function retryOrFail(order: NetworkOrder, now: Date, problem: ReconcileProblem): OrderOutcome {
  if (now < order.expiresAt || order.goal === 'settle') return retryLater({ order, now })
  return { kind: 'finished', drift: { kind: 'differs', state: 'unrecognised', problem, text: '' } }
}

/** A termination in progress at the carrier never expires; every other order does. */
const isExpired = ({ order, sim, now }: OrderCase): boolean =>
  now >= order.expiresAt && !(order.goal === 'settle' && sim.status === STATUS.terminationInProcess)

const nameOf = ({ order, sim }: OrderCase) => ({ iccid: order.iccid, imsi: sim.imsi, msisdn: sim.msisdn })

function actOnView(one: OrderCase, view: NetworkView): OrderOutcome | Promise<OrderOutcome> {
  if (view.pending && !isExpired(one) && !isTooLateToCompare(one)) return retryLater(one)
  if (view.state === 'unrecognised') {
    if (one.order.goal === 'settle' && !isExpired(one)) return retryLater(one)
    return failOrder(one, 'unrecognised', view.vendorState)
  }
  const { state, profile, deviceLock } = view
  if (one.order.goal === 'settle') return finishChange(one, state, view.pending !== undefined)
  if (one.order.goal === 'adopt') return adoptState(one, { state, profile, deviceLock })
  if (one.order.goal === 'compare') return compareState(one, { state, profile, deviceLock })
  return pushState(one, { state, profile, deviceLock })
}

const isTooLateToCompare = ({ order, now }: OrderCase): boolean =>
  order.goal === 'compare' && now.getTime() - order.requestedAt.getTime() >= COMPARE_PENDING_MS

/** Finishes a hibernation or termination without an operation, by the network's state. */
function finishChange(one: OrderCase, state: NetworkSimState, isPending: boolean): OrderOutcome {
  const isHibernation = one.sim.status === STATUS.hibernationInProcess
  if (state !== (isHibernation ? 'suspended' : 'terminated'))
    return failOrder(one, isPending ? 'timeout' : 'rejected', '', state)
  return {
    kind: 'finished',
    move: { status: isHibernation ? STATUS.hibernated : STATUS.terminated, state },
    event: { kind: isHibernation ? 'hibernated' : 'terminated', detail: {} },
    drift: { kind: 'agrees' },
  }
}

/** Whether the network has the SIM with another profile than its plan's. A terminated SIM cannot change it. */
const hasOtherProfile = ({ sim }: OrderCase, { state, profile }: Reported): boolean =>
  state !== 'terminated' && sim.profile !== '' && profile !== undefined && profile !== sim.profile

/** Whether the network holds the SIM to another device than its lock. A terminated SIM has no service in any. */
const hasOtherDevice = ({ sim }: OrderCase, { state, deviceLock }: Reported): boolean =>
  state !== 'terminated' && deviceLock !== undefined && deviceLock !== sim.deviceLock

const orNone = (imei = ''): string => imei || NO_LOCK

/** What remains to differ when the states agree. */
function remainingDrift(one: OrderCase, reported: Reported): DriftOutcome {
  const { state, profile, deviceLock } = reported
  if (hasOtherProfile(one, reported))
    return { kind: 'differs', state, problem: 'other_profile', text: `${profile} → ${one.sim.profile}` }
  if (hasOtherDevice(one, reported))
    return { kind: 'differs', state, problem: 'other_device', text: `${orNone(deviceLock)} → ${orNone(one.sim.deviceLock)}` }
  return { kind: 'agrees' }
}

/** Adopts the state; a profile stays different, because it is the plan's, and a lock to a device, because it is the company's. */
function adoptState(one: OrderCase, reported: Reported): OrderOutcome {
  const { order, sim } = one
  const { state } = reported
  const next = adoptedStatus(sim.status, state)
  if (typeof next === 'string') return { kind: 'finished', drift: { kind: 'differs', state, problem: next, text: '' } }
  const drift = remainingDrift(one, reported)
  if (next === sim.status) return { kind: 'finished', drift }
  const detail = order.reason === '' ? {} : { reason: order.reason }
  return {
    kind: 'finished',
    move: { status: next, state },
    event: { kind: 'network_adopted', detail },
    drift,
  }
}

/** Changes nothing: an administrator settles what differs. */
function compareState(one: OrderCase, reported: Reported): OrderOutcome {
  const { state } = reported
  const isInState = desiredState(one.sim.status) === state
  return {
    kind: 'finished',
    drift: isInState ? remainingDrift(one, reported) : { kind: 'differs', state, problem: '', text: '' },
  }
}

/** The status and timeline event of a completed data order. */
const DATA_RESULTS = {
  restoreData: { status: STATUS.active, event: 'data_restored' },
  cutData: { status: STATUS.deactivatedByAlarm, event: 'data_cut' },
} as const

const dataGoal = (goal: OrderGoal): keyof typeof DATA_RESULTS | undefined =>
  goal === 'restoreData' || goal === 'cutData' ? goal : undefined

function pushed(one: OrderCase, reported: Reported): OrderOutcome {
  const { order, sim } = one
  const { state } = reported
  const drift = order.goal === 'push' ? remainingDrift(one, reported) : ({ kind: 'agrees' } as const)
  const sendsLock = drift.kind === 'differs' && drift.problem === 'other_device'
  const goal = dataGoal(order.goal)
  const { status, event } = goal ? DATA_RESULTS[goal] : { status: sim.status, event: 'network_pushed' }
  return {
    kind: 'finished',
    move: { status, state },
    event: { kind: event, detail: order.reason === '' ? {} : { reason: order.reason } },
    drift: sendsLock ? drift : { kind: 'agrees' },
    ...(sendsLock ? { sendsLock } : {}),
  }
}

/** The commands that bring a SIM to a state, and then to its plan's profile; undefined when there is no path. */
function commandsOf(one: OrderCase, desired: NetworkSimState, reported: Reported): readonly OrderCommand[] | undefined {
  const commands = commandsToReach(reported.state, desired)
  const needsProfile = one.order.goal === 'push' && hasOtherProfile(one, { ...reported, state: desired })
  return commands && needsProfile ? [...commands, 'setProfile'] : commands
}

/** Sends the next command towards the desired state. */
async function pushState(one: OrderCase, reported: Reported): Promise<OrderOutcome> {
  const { order, sim } = one
  const { state } = reported
  const goal = dataGoal(order.goal)
  const desired = goal ? STATE_AFTER[goal] : desiredState(sim.status)
  if (desired === undefined) return pushed(one, reported)
  const commands = commandsOf(one, desired, reported)
  if (commands?.length === 0) return pushed(one, reported)
  if (isExpired(one)) return failOrder(one, 'timeout', '', state)
  if (order.sends >= MAX_SENDS) return failOrder(one, 'unreachable', '', state)
  const [command, ...others] = commands ?? []
  if (!command) return failOrder(one, 'not_possible', '', state)
  // an accepted command without effect is sent as a new request; one that may not have arrived is repeated with its
  // request id
  const run = order.reference === null ? order.run : order.run + 1
  const answer = await send(one, command, `order-${order.orderId}-${run}-${command}`)
  const sent = { sends: order.sends + 1, run, reference: null }
  if (answer.kind === 'done')
    return others.length === 0
      ? pushed(one, { ...reported, state: desired, profile: undefined })
      : retryLater(one, { ...sent, dueAt: one.now })
  if (answer.kind === 'accepted') return retryLater(one, { ...sent, reference: answer.reference })
  if (answer.kind === 'unknown') return retryLater(one, sent)
  return handleRejection(one, answer, state, sent)
}

function send(one: OrderCase, command: OrderCommand, requestId: string): Promise<CommandAnswer> {
  const { network, order, sim } = one
  const options = { requestId, isUrgent: order.actor !== '' }
  return command === 'setProfile'
    ? network.setProfile(nameOf(one), sim.profile, options)
    : network[command](nameOf(one), options)
}

type Rejection = Extract<CommandAnswer, { kind: 'rejected' }>

/** A rejected command had no effect: the next attempt is a new request, unless the rejection is final. */
function handleRejection(
  one: OrderCase,
  { cause, text, retryable }: Rejection,
  state: NetworkSimState,
  sent: { sends: number; run: number },
): OrderOutcome {
  if (cause === 'already_in_state' || cause === 'change_pending') return retryLater(one, sent)
  // nothing was sent: the attempt does not count
  if (cause === 'unreachable' || cause === 'rate_limited') return retryLater(one, { run: sent.run })
  if (cause === 'network_error' && retryable) return retryLater(one, { ...sent, run: sent.run + 1 })
  return failOrder(one, cause === 'not_supported' ? 'not_supported' : 'rejected', text, state)
}

/** The order failed: the SIM returns to its previous status, or keeps it; administrators see the difference. */
function failOrder(
  { order, sim }: OrderCase,
  problem: ReconcileProblem,
  text = '',
  state: NetworkSimState | null = null,
): OrderOutcome {
  const reason = { code: problem, ...(text === '' ? {} : { network: text }) }
  const differs = { kind: 'differs', state: state ?? 'unrecognised', problem, text } as const
  if (order.goal === 'settle') {
    const isHibernation = sim.status === STATUS.hibernationInProcess
    const isThere = state === null || state === 'active' || !isHibernation
    return {
      kind: 'finished',
      move: { status: isHibernation ? STATUS.active : STATUS.terminationRequested, state: null },
      event: { kind: isHibernation ? 'hibernation_failed' : 'termination_failed', detail: reason },
      drift: isThere ? NO_DRIFT : { ...differs, problem: '', text: '' },
    }
  }
  if (order.goal === 'restoreData' || order.goal === 'cutData') {
    const kind = order.goal === 'restoreData' ? 'data_restore_failed' : 'data_cut_failed'
    return { kind: 'finished', event: { kind, detail: reason }, drift: NO_DRIFT }
  }
  if (order.goal === 'push') return { kind: 'finished', event: { kind: 'network_push_failed', detail: reason }, drift: differs }
  return { kind: 'finished', drift: differs }
}
