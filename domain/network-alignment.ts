import { type AdministrativeStatus, expectedState, type NetworkSimState, type StatusCommand } from './sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

/**
 * The state that the portal enforces in the network for an administrative status. A blocked SIM has no service.
 * @returns undefined where the portal enforces nothing: changes under way, and deactivated SIMs, which each network
 * stops in its own way
 */
export function desiredState(status: number): NetworkSimState | undefined {
  return status === STATUS.suspended ? 'suspended' : expectedState(status)
}

/** The administrative status derived from the network's state alone. */
export const STATUS_OF_STATE: Readonly<Record<NetworkSimState, AdministrativeStatus>> = {
  inactive: STATUS.readyToUse,
  active: STATUS.active,
  data_cut: STATUS.deactivatedByAlarm,
  suspended: STATUS.hibernated,
  terminated: STATUS.terminated,
}

const STEPS: Readonly<Record<NetworkSimState, Readonly<Partial<Record<NetworkSimState, readonly StatusCommand[]>>>>> = {
  inactive: {
    active: ['activate'],
    data_cut: ['activate', 'cutData'],
    suspended: ['activate', 'suspend'],
    terminated: ['terminate'],
  },
  active: { data_cut: ['cutData'], suspended: ['suspend'], terminated: ['terminate'] },
  data_cut: { active: ['restoreData'], suspended: ['suspend'], terminated: ['terminate'] },
  suspended: { active: ['resume'], data_cut: ['resume', 'cutData'], terminated: ['terminate'] },
  terminated: {},
}

/**
 * The commands that bring a SIM from one state to another, in order; empty when it is already there.
 * @returns undefined when there is no path: a SIM never leaves `terminated` and never returns to `inactive`
 */
export function commandsToReach(from: NetworkSimState, to: NetworkSimState): readonly StatusCommand[] | undefined {
  return from === to ? [] : STEPS[from][to]
}

/** Why a difference between portal and network could not be reconciled as an administrator requested. */
export const RECONCILE_PROBLEMS = [
  'not_possible',
  'never_back_to_ready',
  'read_only',
  'wrong_status',
  'operation_open',
  'unrecognised',
  'other_profile',
  'other_device',
  'no_network',
  'not_supported',
  'rejected',
  'unreachable',
  'timeout',
] as const
export type ReconcileProblem = (typeof RECONCILE_PROBLEMS)[number]

/** What can differ: the state, or where the states agree the profile of the plan or the lock to a device. */
export const DRIFT_KINDS = ['state', 'profile', 'device'] as const
export type DriftKind = (typeof DRIFT_KINDS)[number]

/** The problem of a difference that is beside the state. */
export const PROBLEM_BESIDE_STATE = {
  profile: 'other_profile',
  device: 'other_device',
} as const satisfies Partial<Record<DriftKind, ReconcileProblem>>

/** In place of the IMEI, where a side holds a SIM to no device. */
export const NO_LOCK = '–'

/** What differs, by the problem that is recorded of it. */
export function driftKind(problem: string): DriftKind {
  if (problem === PROBLEM_BESIDE_STATE.profile) return 'profile'
  return problem === PROBLEM_BESIDE_STATE.device ? 'device' : 'state'
}

/**
 * The administrative status of a SIM after adopting the network's state (specification section 4).
 * @param status the current one
 * @returns the new status, the same when both agree, or why it cannot be adopted
 */
export function adoptedStatus(status: number, state: NetworkSimState): AdministrativeStatus | number | ReconcileProblem {
  if (desiredState(status) === state) return status
  // changing, blocked or deactivated: the process that caused it also ends it
  if (expectedState(status) === undefined) return 'wrong_status'
  if (status === STATUS.retired) return 'read_only'
  const next = STATUS_OF_STATE[state]
  return next === STATUS.readyToUse ? 'never_back_to_ready' : next
}
