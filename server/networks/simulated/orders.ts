import type { CommandAnswer } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { CommandKind, RejectCause } from '../network-types.ts'
import type { Fate } from './fate.ts'
import { endSession } from './sessions.ts'
import { isInService, type Moment, type Sim, type SimState } from './sim.ts'

/** What takes effect, in the words that tests count. */
export type EffectKind = 'activated' | 'suspended' | 'resumed' | 'terminated' | 'data_cut' | 'data_restored' | 'reset' | 'sms'

export interface Effect {
  readonly iccid: string
  readonly requestId: string
  readonly kind: EffectKind
  readonly at: Date
}

/** What a command or a device's doing leads to. */
export interface Outcome {
  readonly sim: Sim
  readonly events: readonly NetworkEvent[]
  readonly effects: readonly Effect[]
}

export interface Order {
  readonly kind: Exclude<CommandKind, 'sendSms'>
  readonly requestId: string
}

interface Change {
  readonly from: readonly SimState[]
  readonly to: SimState
  readonly effect: EffectKind
}

const CHANGES: Readonly<Record<Exclude<Order['kind'], 'resetConnection'>, Change>> = {
  activate: { from: ['inactive'], to: 'active', effect: 'activated' },
  suspend: { from: ['active', 'data_cut'], to: 'suspended', effect: 'suspended' },
  resume: { from: ['suspended'], to: 'active', effect: 'resumed' },
  terminate: { from: ['inactive', 'active', 'data_cut', 'suspended'], to: 'terminated', effect: 'terminated' },
  cutData: { from: ['active'], to: 'data_cut', effect: 'data_cut' },
  restoreData: { from: ['data_cut'], to: 'active', effect: 'data_restored' },
}

/** Seconds after which a device that may again tries to attach. */
const ATTACH_S = 8

export const referenceOf = (requestId: string): string => `order-${requestId}`

export function refuse(cause: RejectCause, text: string, retryable = false): CommandAnswer {
  return { kind: 'rejected', cause, text, retryable }
}

/** Carries out a command, or takes it on, or says why not. */
export function carryOut(
  sim: Sim,
  order: Order,
  later: Fate['later'],
  moment: Moment,
): Outcome & { readonly answer: CommandAnswer } {
  const nothing = { sim, events: [], effects: [] }
  if (order.kind === 'resetConnection') return reset(sim, order.requestId, moment)
  const { from, to } = CHANGES[order.kind]
  if (sim.pending) return { ...nothing, answer: refuse('change_pending', `${sim.pending.command} is under way`, true) }
  if (sim.state === to) return { ...nothing, answer: refuse('already_in_state', `the SIM is ${sim.state}`) }
  if (!from.includes(sim.state)) return { ...nothing, answer: refuse('wrong_state', `the SIM is ${sim.state}`) }
  if (!later) return { ...change(sim, { command: order.kind, requestId: order.requestId }, moment), answer: { kind: 'done' } }
  const reference = referenceOf(order.requestId)
  const pending = {
    command: order.kind,
    requestId: order.requestId,
    reference,
    since: moment.now.toISOString(),
    isRefused: later.isRefused,
  }
  const pendingDueAt = new Date(moment.now.getTime() + later.confirmAfterMs)
  return { ...nothing, sim: { ...sim, pending, pendingDueAt }, answer: { kind: 'accepted', reference } }
}

/** Puts a change in force: the state, and what it does to a device that is attached. */
function change(
  sim: Sim,
  { command, requestId }: { command: keyof typeof CHANGES; requestId: string },
  moment: Moment,
): Outcome {
  const { to, effect } = CHANGES[command]
  const effects: Effect[] = [{ iccid: sim.iccid, requestId, kind: effect, at: moment.now }]
  const base = { ...sim, state: to, stateSince: moment.now, pending: null, pendingDueAt: null }
  if (to === 'active') return { sim: { ...base, wakeAt: moment.seconds + ATTACH_S, mood: 'well' }, events: [], effects }
  const { sim: without, events } = endSession(base, 'barred', moment)
  if (to === 'data_cut') return { sim: without, events, effects }
  // the end of a session says enough: whoever hears it knows that the device is off
  const detached =
    sim.isRegistered && events.length === 0
      ? [
          {
            kind: 'deregistered',
            id: `${sim.iccid}:off:${requestId || moment.now.getTime()}`,
            iccid: sim.iccid,
            at: moment.now,
          } as const,
        ]
      : []
  const gone = { ...without, isRegistered: false, waitingReset: null, wakeAt: null }
  return { sim: gone, events: [...events, ...detached], effects }
}

/** Drops session and registration of a device that is there; one that is not does so when it attaches. */
function reset(sim: Sim, requestId: string, moment: Moment): Outcome & { readonly answer: CommandAnswer } {
  const nothing = { sim, events: [], effects: [] }
  if (!isInService(sim.state)) return { ...nothing, answer: refuse('wrong_state', `the SIM is ${sim.state}`) }
  const reference = referenceOf(requestId)
  if (!sim.isRegistered) {
    return { ...nothing, sim: { ...sim, waitingReset: { requestId, reference } }, answer: { kind: 'accepted', reference } }
  }
  return { ...resetNow(sim, { requestId, reference }, moment), answer: { kind: 'done' } }
}

/** The device loses its session and comes back after a moment. */
export function resetNow(sim: Sim, waiting: { requestId: string; reference: string }, moment: Moment): Outcome {
  const { iccid } = sim
  const { sim: without, events } = endSession(sim, 'reset', moment)
  return {
    sim: { ...without, waitingReset: null, wakeAt: moment.seconds + ATTACH_S },
    events: [
      ...events,
      { kind: 'connectionReset', id: `${iccid}:reset:${waiting.requestId}`, iccid, at: moment.now, ...waiting },
    ],
    effects: [{ iccid, requestId: waiting.requestId, kind: 'reset', at: moment.now }],
  }
}

/** Brings what was taken on to its end, when it is due; undefined when nothing is. */
export function settle(sim: Sim, moment: Moment): Outcome | undefined {
  const { pending, pendingDueAt, iccid } = sim
  if (!pending || !pendingDueAt || pendingDueAt > moment.now) return undefined
  const { command, requestId, reference } = pending
  const about = { iccid, at: moment.now, requestId, reference }
  if (pending.isRefused || command === 'resetConnection' || command === 'sendSms') {
    const refused = { cause: 'network_error', text: 'the order was not carried out', retryable: true } as const
    const event: NetworkEvent = { kind: 'commandRefused', id: `${iccid}:no:${reference}`, ...about, command, ...refused }
    return { sim: { ...sim, pending: null, pendingDueAt: null }, events: [event], effects: [] }
  }
  const outcome = change(sim, { command, requestId }, moment)
  const { state } = outcome.sim
  const confirmed: NetworkEvent = {
    kind: 'stateConfirmed',
    id: `${iccid}:yes:${reference}`,
    ...about,
    state,
    vendorState: state,
    command,
  }
  return { ...outcome, events: [...outcome.events, confirmed] }
}
