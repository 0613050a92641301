import { ADMINISTRATIVE_STATUS as STATUS, TECHNICAL_STATUS as TECHNICAL } from './sim-status.ts'

export type AdministrativeStatus = (typeof STATUS)[keyof typeof STATUS]

/** What can happen to a SIM's administrative status, whoever makes it happen. */
export const TRIGGERS = [
  'activate',
  'hibernate',
  'reactivate',
  'cutData',
  'restoreData',
  'block',
  'unblock',
  'requestTermination',
  'withdrawTermination',
  'terminate',
  'retire',
] as const
export type Trigger = (typeof TRIGGERS)[number]

/** What a network is asked to do for a change of status. */
export type StatusCommand = 'activate' | 'suspend' | 'resume' | 'terminate' | 'cutData' | 'restoreData'

/** What a network says a SIM is. */
export type NetworkState = 'inactive' | 'active' | 'suspended' | 'terminated' | 'data_cut'

export interface Transition {
  readonly from: readonly AdministrativeStatus[]
  /** the status while the network works on it; null: the one before stays until the network confirms */
  readonly via: AdministrativeStatus | null
  /** 'previous': the status that the SIM had before the one it is in */
  readonly to: AdministrativeStatus | 'previous'
  /** null: nothing is asked of the network */
  readonly command: StatusCommand | null
}

/**
 * Every change of administrative status that there is; whatever is not here is refused. A transition that the network refuses
 * or does not confirm in time goes back to where it began. From status 8 a reactivation first calls the hibernation off.
 */
export const TRANSITIONS: Readonly<Record<Trigger, Transition>> = {
  activate: { from: [STATUS.readyToUse], via: null, to: STATUS.active, command: 'activate' },
  hibernate: { from: [STATUS.active], via: STATUS.hibernationInProcess, to: STATUS.hibernated, command: 'suspend' },
  reactivate: { from: [STATUS.hibernated, STATUS.hibernationInProcess], via: null, to: STATUS.active, command: 'resume' },
  cutData: { from: [STATUS.active], via: null, to: STATUS.deactivatedByAlarm, command: 'cutData' },
  restoreData: { from: [STATUS.deactivatedByAlarm], via: null, to: STATUS.active, command: 'restoreData' },
  block: {
    from: [STATUS.active, STATUS.deactivated, STATUS.deactivatedByAlarm, STATUS.hibernated],
    via: null,
    to: STATUS.suspended,
    command: null,
  },
  unblock: { from: [STATUS.suspended], via: null, to: 'previous', command: null },
  requestTermination: {
    from: [
      STATUS.readyToUse,
      STATUS.active,
      STATUS.deactivated,
      STATUS.suspended,
      STATUS.deactivatedByAlarm,
      STATUS.hibernated,
    ],
    via: null,
    to: STATUS.terminationRequested,
    command: null,
  },
  withdrawTermination: { from: [STATUS.terminationRequested], via: null, to: 'previous', command: null },
  terminate: {
    from: [STATUS.terminationRequested],
    via: STATUS.terminationInProcess,
    to: STATUS.terminated,
    command: 'terminate',
  },
  retire: { from: [STATUS.terminated], via: null, to: STATUS.retired, command: null },
}

/** Hours after which a hibernation that the network never confirmed counts as refused. */
export const HIBERNATION_TIMEOUT_HOURS = 24
/** Days for which a terminated SIM stays as it is before it is retired. */
export const RETENTION_DAYS = 50
/** Hours in which a termination can be withdrawn, unless the installation says otherwise. */
export const COOLING_OFF_HOURS = 72

const includes = (statuses: readonly number[], status: number): boolean => statuses.includes(status)

/** Whether the trigger may act on a SIM of this status. */
export function mayHappen(trigger: Trigger, status: number): boolean {
  return includes(TRANSITIONS[trigger].from, status)
}

/** The triggers that a status allows: what a refusal names beside from and to. */
export function allowedTriggers(status: number): Trigger[] {
  return TRIGGERS.filter((trigger) => mayHappen(trigger, status))
}

/** How far a transition is: the network took it on, says that it is done, or refused it. */
export type Step = 'accepted' | 'confirmed' | 'refused'

/**
 * The administrative status after a step of a transition.
 * @param from the status in which it began
 * @param previous the status before that one; needed by the triggers that lead back to it
 * @returns undefined when the trigger may not act on `from`, or leads back to a status that is not known
 */
export function statusAfter(step: Step, trigger: Trigger, from: number, previous?: number | null): number | undefined {
  if (!mayHappen(trigger, from)) return undefined
  const { via, to } = TRANSITIONS[trigger]
  if (step === 'refused') return from
  if (step === 'accepted') return via ?? from
  return to === 'previous' ? (previous ?? undefined) : to
}

/** The status that the SIM is on its way to; null when it is not on a way. */
export function targetStatus(trigger: Trigger): AdministrativeStatus | null {
  const { to } = TRANSITIONS[trigger]
  return to === 'previous' ? null : to
}

/** What the network says of a SIM once a command took effect. */
export const STATE_AFTER: Readonly<Record<StatusCommand, NetworkState>> = {
  activate: 'active',
  suspend: 'suspended',
  resume: 'active',
  terminate: 'terminated',
  cutData: 'data_cut',
  restoreData: 'active',
}

/** The technical status that belongs to what the network says (specification section 4; words of Telefónica Kite). */
export const TECHNICAL_STATUS_OF: Readonly<Record<NetworkState, number>> = {
  inactive: TECHNICAL.activationReady,
  active: TECHNICAL.activated,
  suspended: TECHNICAL.suspended,
  terminated: TECHNICAL.deactivated,
  data_cut: TECHNICAL.activated,
}

/**
 * What the network ought to say of a SIM of an administrative status; anything else is drift. Undefined where several answers
 * are right: blocked and deactivated SIMs are stopped in the way of each network, requests and processes are on their way.
 */
export function expectedState(status: number): NetworkState | undefined {
  if (status === STATUS.readyToUse) return 'inactive'
  if (status === STATUS.active) return 'active'
  if (status === STATUS.hibernated) return 'suspended'
  if (status === STATUS.deactivatedByAlarm) return 'data_cut'
  return status === STATUS.terminated || status === STATUS.retired ? 'terminated' : undefined
}
