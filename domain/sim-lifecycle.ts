import { ADMINISTRATIVE_STATUS as STATUS, TECHNICAL_STATUS as TECHNICAL } from './sim-status.ts'

export type AdministrativeStatus = (typeof STATUS)[keyof typeof STATUS]

/** The triggers that change a SIM's administrative status, of any origin. */
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

/** The commands to a network for a change of status. */
export type StatusCommand = 'activate' | 'suspend' | 'resume' | 'terminate' | 'cutData' | 'restoreData'

/**
 * The state of a SIM in its network. In the terms of specification section 4 and of carriers: `inactive` delivered and never used (ready),
 * `active` in service, `data_cut` in service without packet data (operator determined barring, 3GPP TS 23.015), `suspended` out of service
 * and resumable, `terminated` permanently gone.
 */
export const NETWORK_SIM_STATES = ['inactive', 'active', 'data_cut', 'suspended', 'terminated'] as const
export type NetworkSimState = (typeof NETWORK_SIM_STATES)[number]

/** What a network reports. `unrecognised`: a value the adapter does not map; it changes nothing and is shown to the administrator. */
export const REPORTED_STATES = [...NETWORK_SIM_STATES, 'unrecognised'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

export interface Transition {
  readonly from: readonly AdministrativeStatus[]
  /** the status while the network is working on it; null: the previous one stays until the network confirms */
  readonly via: AdministrativeStatus | null
  /** 'previous': the status before the current one */
  readonly to: AdministrativeStatus | 'previous'
  /** null: no command is sent */
  readonly command: StatusCommand | null
}

/**
 * All transitions of the administrative status; any other is refused. A transition that the network refuses or does not
 * confirm in time returns to its origin. A reactivation from status 8 first cancels the hibernation.
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

/** Hours after which an unconfirmed hibernation counts as refused. */
export const HIBERNATION_TIMEOUT_HOURS = 24
/** Days between the termination of a SIM and its retirement. */
export const RETENTION_DAYS = 50
/** Hours in which a termination can be withdrawn, unless configured otherwise. */
export const COOLING_OFF_HOURS = 72

const includes = (statuses: readonly number[], status: number): boolean => statuses.includes(status)

/** Whether the trigger may act on a SIM of this status. */
export function mayTrigger(trigger: Trigger, status: number): boolean {
  return includes(TRANSITIONS[trigger].from, status)
}

/** The triggers that a status allows; a refusal lists them beside from and to. */
export function allowedTriggers(status: number): Trigger[] {
  return TRIGGERS.filter((trigger) => mayTrigger(trigger, status))
}

/** The steps of a transition: the network accepted it, confirmed it, or refused it. */
export type TransitionStep = 'accepted' | 'confirmed' | 'refused'

/**
 * The administrative status after a step of a transition.
 * @param from the status in which it began
 * @param previous the status before that one; required by the triggers that return to it
 * @returns undefined when the trigger is not allowed in `from`, or returns to an unknown status
 */
export function statusAfter(
  step: TransitionStep,
  trigger: Trigger,
  from: number,
  previous?: number | null,
): number | undefined {
  if (!mayTrigger(trigger, from)) return undefined
  const { via, to } = TRANSITIONS[trigger]
  if (step === 'refused') return from
  if (step === 'accepted') return via ?? from
  return to === 'previous' ? (previous ?? undefined) : to
}

/** The final status of a trigger; null when it returns to the previous one. */
export function targetStatus(trigger: Trigger): AdministrativeStatus | null {
  const { to } = TRANSITIONS[trigger]
  return to === 'previous' ? null : to
}

/** The network's state of a SIM after a command took effect. */
export const STATE_AFTER: Readonly<Record<StatusCommand, NetworkSimState>> = {
  activate: 'active',
  suspend: 'suspended',
  resume: 'active',
  terminate: 'terminated',
  cutData: 'data_cut',
  restoreData: 'active',
}

/** The technical status for a network's state (specification section 4; names of Telefónica Kite). */
export const TECHNICAL_STATUS_OF: Readonly<Record<NetworkSimState, number>> = {
  inactive: TECHNICAL.activationReady,
  active: TECHNICAL.activated,
  suspended: TECHNICAL.suspended,
  terminated: TECHNICAL.deactivated,
  data_cut: TECHNICAL.activated,
}

/**
 * The network state expected for an administrative status; any other is drift. Undefined where several are correct:
 * networks stop blocked and deactivated SIMs in different ways, and requested changes are still under way.
 */
export function expectedState(status: number): NetworkSimState | undefined {
  if (status === STATUS.readyToUse) return 'inactive'
  if (status === STATUS.active) return 'active'
  if (status === STATUS.hibernated) return 'suspended'
  if (status === STATUS.deactivatedByAlarm) return 'data_cut'
  return status === STATUS.terminated || status === STATUS.retired ? 'terminated' : undefined
}
