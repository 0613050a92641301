import { adoptedStatus, commandsToReach, desiredState, type ReconcileProblem } from '#domain/network-alignment.ts'
import { type NetworkSimState, STATE_AFTER } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import type { GuardedNetwork } from '../guarded-network.ts'
import { type Answer, NetworkFault, type NetworkView } from '../network.ts'
import { MAX_SENDS, type Order, type OrderGoal, type Verdict } from './order.ts'

type Sim = NonNullable<Order['sim']>

/** An order with all that is needed to carry it out. */
interface Case {
  readonly order: Order
  readonly sim: Sim
  readonly network: GuardedNetwork
  readonly now: Date
}

const LONGEST_ASK_MS = 300_000
/** While an operation has the SIM, or its network has gone from the table. */
const WAIT_MS = 15_000

const NO_DRIFT = { kind: 'none' } as const

/** The next look: a quarter of the time that it already takes, from the network's own delay to five minutes. */
function later({ order, now, network }: Pick<Case, 'order' | 'now'> & { network?: GuardedNetwork }, changes = {}): Verdict {
  const age = now.getTime() - order.requestedAt.getTime()
  const least = network?.askAfterMs ?? WAIT_MS
  const ms = Math.max(least, Math.min(age / 4, LONGEST_ASK_MS))
  const { sends, run, reference } = order
  return { kind: 'later', dueAt: new Date(now.getTime() + ms), sends, run, reference, ...changes }
}

/** Asks the network about an order's SIM and does what follows from the answer. */
export async function judgeOrder(order: Order, network: GuardedNetwork | undefined, now: Date): Promise<Verdict> {
  const { sim } = order
  if (!sim || isPointless(order, sim)) return { kind: 'over', drift: NO_DRIFT }
  if (order.isBusy)
    return order.goal === 'settle' ? { kind: 'over', drift: NO_DRIFT } : waitOrFail(order, now, 'operation_open')
  if (!network) return waitOrFail(order, now, 'no_network')
  const one: Case = { order, sim, network, now }
  try {
    const view = await network.lookup(nameOf(one), { isUrgent: order.actor !== '' })
    return await judgeView(one, view)
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    if (!error.isTransient) return failed(one, 'rejected', error.message)
    return isExpired(one) ? failed(one, 'timeout') : later(one)
  }
}

/** What it was made for has gone: somebody else moved the SIM. */
function isPointless({ goal }: Order, { status }: Sim): boolean {
  if (goal === 'settle') return status !== STATUS.hibernationInProcess && status !== STATUS.terminationInProcess
  if (goal === 'restoreData') return status !== STATUS.deactivatedByAlarm
  if (goal === 'cutData') return status !== STATUS.active
  return goal === 'push' && desiredState(status) === undefined
}

function waitOrFail(order: Order, now: Date, problem: ReconcileProblem): Verdict {
  if (now < order.expiresAt || order.goal === 'settle') return later({ order, now })
  return { kind: 'over', drift: { kind: 'differs', state: 'unrecognised', problem, text: '' } }
}

/** A termination that the carrier works on is waited for however long it takes; everything else has its time. */
const isExpired = ({ order, sim, now }: Case): boolean =>
  now >= order.expiresAt && !(order.goal === 'settle' && sim.status === STATUS.terminationInProcess)

const nameOf = ({ order, sim }: Case) => ({ iccid: order.iccid, imsi: sim.imsi, msisdn: sim.msisdn })

function judgeView(one: Case, view: NetworkView): Verdict | Promise<Verdict> {
  if (view.pending && !isExpired(one)) return later(one)
  if (view.state === 'unrecognised') {
    if (one.order.goal === 'settle' && !isExpired(one)) return later(one)
    return failed(one, 'unrecognised', view.vendorState)
  }
  if (one.order.goal === 'settle') return settle(one, view.state, view.pending !== undefined)
  if (one.order.goal === 'adopt') return adopt(one, view.state)
  return bring(one, view.state)
}

/** A hibernation or termination that nobody of ours follows: the network's word ends it. */
function settle(one: Case, state: NetworkSimState, isPending: boolean): Verdict {
  const isHibernation = one.sim.status === STATUS.hibernationInProcess
  if (state !== (isHibernation ? 'suspended' : 'terminated')) return failed(one, isPending ? 'timeout' : 'rejected', '', state)
  return {
    kind: 'over',
    move: { status: isHibernation ? STATUS.hibernated : STATUS.terminated, state },
    event: { kind: isHibernation ? 'hibernated' : 'terminated', detail: {} },
    drift: { kind: 'agrees' },
  }
}

function adopt({ order, sim }: Case, state: NetworkSimState): Verdict {
  const next = adoptedStatus(sim.status, state)
  if (typeof next === 'string') return { kind: 'over', drift: { kind: 'differs', state, problem: next, text: '' } }
  if (next === sim.status) return { kind: 'over', drift: { kind: 'agrees' } }
  const detail = order.reason === '' ? {} : { reason: order.reason }
  return {
    kind: 'over',
    move: { status: next, state },
    event: { kind: 'network_adopted', detail },
    drift: { kind: 'agrees' },
  }
}

/** What an order makes of its SIM, and of its timeline, once the network is there. */
const BROUGHT = {
  restoreData: { status: STATUS.active, event: 'data_restored' },
  cutData: { status: STATUS.deactivatedByAlarm, event: 'data_cut' },
} as const

const aboutData = (goal: OrderGoal): keyof typeof BROUGHT | undefined =>
  goal === 'restoreData' || goal === 'cutData' ? goal : undefined

function brought({ order, sim }: Case, state: NetworkSimState): Verdict {
  const goal = aboutData(order.goal)
  const { status, event } = goal ? BROUGHT[goal] : { status: sim.status, event: 'network_pushed' }
  return {
    kind: 'over',
    move: { status, state },
    event: { kind: event, detail: order.reason === '' ? {} : { reason: order.reason } },
    drift: { kind: 'agrees' },
  }
}

/** Brings the network a step nearer to what the portal wants. */
async function bring(one: Case, state: NetworkSimState): Promise<Verdict> {
  const { order, sim, network } = one
  const goal = aboutData(order.goal)
  const wanted = goal ? STATE_AFTER[goal] : desiredState(sim.status)
  if (wanted === undefined || state === wanted) return brought(one, wanted ?? state)
  if (isExpired(one)) return failed(one, 'timeout', '', state)
  if (order.sends >= MAX_SENDS) return failed(one, 'unreachable', '', state)
  const [command, ...others] = commandsToReach(state, wanted) ?? []
  if (!command) return failed(one, 'not_possible', '', state)
  // what was accepted and came to nothing is asked for anew; what may never have arrived is repeated under its name
  const run = order.reference === null ? order.run : order.run + 1
  const requestId = `order-${order.orderId}-${run}-${command}`
  const answer = await network[command](nameOf(one), { requestId, isUrgent: order.actor !== '' })
  const sent = { sends: order.sends + 1, run, reference: null }
  if (answer.kind === 'done') return others.length === 0 ? brought(one, wanted) : later(one, { ...sent, dueAt: one.now })
  if (answer.kind === 'accepted') return later(one, { ...sent, reference: answer.reference })
  if (answer.kind === 'unknown') return later(one, sent)
  return refused(one, answer, state, sent)
}

type Refusal = Extract<Answer, { kind: 'rejected' }>

/** A refusal surely had no effect: the next try is another request, unless the answer is final. */
function refused(
  one: Case,
  { cause, text, retryable }: Refusal,
  state: NetworkSimState,
  sent: { sends: number; run: number },
): Verdict {
  if (cause === 'already_in_state' || cause === 'change_pending') return later(one, sent)
  // nothing has left: it does not count
  if (cause === 'unreachable' || cause === 'rate_limited') return later(one, { run: sent.run })
  if (cause === 'network_error' && retryable) return later(one, { ...sent, run: sent.run + 1 })
  return failed(one, cause === 'not_supported' ? 'not_supported' : 'rejected', text, state)
}

/** It came to nothing: the SIM goes back to where it was, or stays; an administrator sees the difference. */
function failed({ order, sim }: Case, problem: ReconcileProblem, text = '', state: NetworkSimState | null = null): Verdict {
  const why = { code: problem, ...(text === '' ? {} : { network: text }) }
  const differs = { kind: 'differs', state: state ?? 'unrecognised', problem, text } as const
  if (order.goal === 'settle') {
    const isHibernation = sim.status === STATUS.hibernationInProcess
    const isThere = state === null || state === 'active' || !isHibernation
    return {
      kind: 'over',
      move: { status: isHibernation ? STATUS.active : STATUS.terminationRequested, state: null },
      event: { kind: isHibernation ? 'hibernation_failed' : 'termination_failed', detail: why },
      drift: isThere ? NO_DRIFT : { ...differs, problem: '', text: '' },
    }
  }
  if (order.goal === 'restoreData' || order.goal === 'cutData') {
    const kind = order.goal === 'restoreData' ? 'data_restore_failed' : 'data_cut_failed'
    return { kind: 'over', event: { kind, detail: why }, drift: NO_DRIFT }
  }
  if (order.goal === 'push') return { kind: 'over', event: { kind: 'network_push_failed', detail: why }, drift: differs }
  return { kind: 'over', drift: differs }
}
