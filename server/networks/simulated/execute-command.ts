import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import type { CommandAnswer } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { CommandKind, RejectCause } from '../network-types.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { endSession } from './sessions.ts'
import { isInService, isLockedOut, type SimulatedSim, type SimulationTime } from './sim.ts'

/** Effects of commands, as tests count them. */
export type EffectKind =
  | 'activated'
  | 'suspended'
  | 'resumed'
  | 'terminated'
  | 'data_cut'
  | 'data_restored'
  | 'reset'
  | 'sms'
  | 'locked'
  | 'unlocked'

export interface Effect {
  readonly iccid: string
  readonly requestId: string
  readonly kind: EffectKind
  readonly at: Date
}

/** The result of a command or a device action. */
export interface SimUpdate {
  readonly sim: SimulatedSim
  readonly events: readonly NetworkEvent[]
  readonly effects: readonly Effect[]
}

export interface StateCommand {
  readonly kind: Exclude<CommandKind, 'sendSms'>
  readonly requestId: string
}

export interface LockCommand {
  readonly requestId: string
  /** '' takes the lock off */
  readonly imei: string
}

interface StateChange {
  readonly from: readonly NetworkSimState[]
  readonly to: NetworkSimState
  readonly effect: EffectKind
}

const STATE_CHANGES: Readonly<Record<Exclude<StateCommand['kind'], 'resetConnection'>, StateChange>> = {
  activate: { from: ['inactive'], to: 'active', effect: 'activated' },
  suspend: { from: ['active', 'data_cut'], to: 'suspended', effect: 'suspended' },
  resume: { from: ['suspended'], to: 'active', effect: 'resumed' },
  terminate: { from: ['inactive', 'active', 'data_cut', 'suspended'], to: 'terminated', effect: 'terminated' },
  cutData: { from: ['active'], to: 'data_cut', effect: 'data_cut' },
  restoreData: { from: ['data_cut'], to: 'active', effect: 'data_restored' },
}

/** Seconds after which a device in service tries to attach. */
const ATTACH_S = 8

export const referenceOf = (requestId: string): string => `order-${requestId}`

export function rejectCommand(cause: RejectCause, text: string, retryable = false): CommandAnswer {
  return { kind: 'rejected', cause, text, retryable }
}

/** Carries out a command, accepts it for later, or rejects it. */
export function executeCommand(
  sim: SimulatedSim,
  command: StateCommand,
  deferred: CommandOutcome['deferred'],
  moment: SimulationTime,
): SimUpdate & { readonly answer: CommandAnswer } {
  const unchanged = { sim, events: [], effects: [] }
  if (command.kind === 'resetConnection') return resetConnection(sim, command.requestId, moment)
  const { from, to } = STATE_CHANGES[command.kind]
  if (sim.pending) return { ...unchanged, answer: rejectCommand('change_pending', `${sim.pending.command} is under way`, true) }
  if (sim.state === to) return { ...unchanged, answer: rejectCommand('already_in_state', `the SIM is ${sim.state}`) }
  if (!from.includes(sim.state)) return { ...unchanged, answer: rejectCommand('wrong_state', `the SIM is ${sim.state}`) }
  if (!deferred)
    return { ...applyChange(sim, { command: command.kind, requestId: command.requestId }, moment), answer: { kind: 'done' } }
  const reference = referenceOf(command.requestId)
  const pending = {
    command: command.kind,
    requestId: command.requestId,
    reference,
    since: moment.now.toISOString(),
    isRefused: deferred.isRefused,
  }
  const pendingDueAt = new Date(moment.now.getTime() + deferred.confirmAfterMs)
  return { ...unchanged, sim: { ...sim, pending, pendingDueAt }, answer: { kind: 'accepted', reference } }
}

/** Holds a SIM to a device, at once: a session that another device has open ends. */
export function lockDevice(
  sim: SimulatedSim,
  { requestId, imei }: LockCommand,
  moment: SimulationTime,
): SimUpdate & { readonly answer: CommandAnswer } {
  const unchanged = { sim, events: [], effects: [] }
  if (sim.state === 'terminated') return { ...unchanged, answer: rejectCommand('wrong_state', `the SIM is ${sim.state}`) }
  if (sim.deviceLock === imei)
    return { ...unchanged, answer: rejectCommand('already_in_state', `the SIM is held to '${imei}'`) }
  const locked = {
    ...sim,
    deviceLock: imei,
    nextActionAt: isInService(sim.state) ? moment.seconds + ATTACH_S : sim.nextActionAt,
  }
  const effects: Effect[] = [{ iccid: sim.iccid, requestId, kind: imei === '' ? 'unlocked' : 'locked', at: moment.now }]
  const update = isLockedOut(locked) ? endSession(locked, 'barred', moment) : { sim: locked, events: [] }
  return { ...update, effects, answer: { kind: 'done' } }
}

/** Applies a state change, with its effect on an attached device. */
function applyChange(
  sim: SimulatedSim,
  { command, requestId }: { command: keyof typeof STATE_CHANGES; requestId: string },
  moment: SimulationTime,
): SimUpdate {
  const { to, effect } = STATE_CHANGES[command]
  const effects: Effect[] = [{ iccid: sim.iccid, requestId, kind: effect, at: moment.now }]
  const base = { ...sim, state: to, stateSince: moment.now, pending: null, pendingDueAt: null }
  if (to === 'active')
    return { sim: { ...base, nextActionAt: moment.seconds + ATTACH_S, behaviour: 'well' }, events: [], effects }
  const { sim: withoutSession, events } = endSession(base, 'barred', moment)
  if (to === 'data_cut') return { sim: withoutSession, events, effects }
  // the end of a session implies that the device is off
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
  const detachedSim = { ...withoutSession, isRegistered: false, waitingReset: null, nextActionAt: null }
  return { sim: detachedSim, events: [...events, ...detached], effects }
}

/** Ends session and registration of a registered device; an unregistered one is reset at its next attach. */
function resetConnection(
  sim: SimulatedSim,
  requestId: string,
  moment: SimulationTime,
): SimUpdate & { readonly answer: CommandAnswer } {
  const unchanged = { sim, events: [], effects: [] }
  if (!isInService(sim.state)) return { ...unchanged, answer: rejectCommand('wrong_state', `the SIM is ${sim.state}`) }
  const reference = referenceOf(requestId)
  if (!sim.isRegistered) {
    return { ...unchanged, sim: { ...sim, waitingReset: { requestId, reference } }, answer: { kind: 'accepted', reference } }
  }
  return { ...resetNow(sim, { requestId, reference }, moment), answer: { kind: 'done' } }
}

/** Ends the session now; the device attaches again after a moment. */
export function resetNow(
  sim: SimulatedSim,
  waiting: { requestId: string; reference: string },
  moment: SimulationTime,
): SimUpdate {
  const { iccid } = sim
  const { sim: withoutSession, events } = endSession(sim, 'reset', moment)
  return {
    sim: { ...withoutSession, waitingReset: null, nextActionAt: moment.seconds + ATTACH_S },
    events: [
      ...events,
      { kind: 'connectionReset', id: `${iccid}:reset:${waiting.requestId}`, iccid, at: moment.now, ...waiting },
    ],
    effects: [{ iccid, requestId: waiting.requestId, kind: 'reset', at: moment.now }],
  }
}

/** Completes a pending command when it is due; undefined otherwise. */
export function completePending(sim: SimulatedSim, moment: SimulationTime): SimUpdate | undefined {
  const { pending, pendingDueAt, iccid } = sim
  if (!pending || !pendingDueAt || pendingDueAt > moment.now) return undefined
  const { command, requestId, reference } = pending
  const about = { iccid, at: moment.now, requestId, reference }
  if (pending.isRefused || command === 'resetConnection' || command === 'sendSms') {
    const refused = { cause: 'network_error', text: 'the order was not carried out', retryable: true } as const
    const event: NetworkEvent = { kind: 'commandRefused', id: `${iccid}:no:${reference}`, ...about, command, ...refused }
    return { sim: { ...sim, pending: null, pendingDueAt: null }, events: [event], effects: [] }
  }
  const outcome = applyChange(sim, { command, requestId }, moment)
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
