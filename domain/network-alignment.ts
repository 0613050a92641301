import { type AdministrativeStatus, expectedState, type NetworkState, type StatusCommand } from './sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

/**
 * The state to which the portal brings a SIM of an administrative status in the network. A blocked SIM has no service.
 * @returns undefined where the portal wants nothing: SIMs on their way, and deactivated ones, which each network stops in its own way
 */
export function wantedState(status: number): NetworkState | undefined {
  return status === STATUS.suspended ? 'suspended' : expectedState(status)
}

/** The administrative status of a SIM of which only the network's word is known. */
export const STATUS_OF_STATE: Readonly<Record<NetworkState, AdministrativeStatus>> = {
  inactive: STATUS.readyToUse,
  active: STATUS.active,
  data_cut: STATUS.deactivatedByAlarm,
  suspended: STATUS.hibernated,
  terminated: STATUS.terminated,
}

const STEPS: Readonly<Record<NetworkState, Readonly<Partial<Record<NetworkState, readonly StatusCommand[]>>>>> = {
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
 * What to ask of the network, in order, so that a SIM gets from one state to another; empty when it is there.
 * @returns undefined when no way leads there: nothing comes back from `terminated`, nothing goes back to `inactive`
 */
export function commandsTowards(from: NetworkState, to: NetworkState): readonly StatusCommand[] | undefined {
  return from === to ? [] : STEPS[from][to]
}

/** Why a difference between portal and network could not be settled as an administrator wished. */
export const SETTLE_PROBLEMS = [
  'not_possible',
  'never_back_to_ready',
  'read_only',
  'wrong_status',
  'operation_open',
  'unrecognised',
  'no_network',
  'not_supported',
  'rejected',
  'unreachable',
  'timeout',
] as const
export type SettleProblem = (typeof SETTLE_PROBLEMS)[number]

/**
 * The administrative status that a SIM gets when the network is believed (specification section 4).
 * @param status the one it has
 * @returns the new status, the same when both agree, or why it can't be
 */
export function adoptedStatus(status: number, state: NetworkState): AdministrativeStatus | number | SettleProblem {
  if (wantedState(status) === state) return status
  // on its way, blocked or deactivated: whoever brought it there says when that ends
  if (expectedState(status) === undefined) return 'wrong_status'
  if (status === STATUS.retired) return 'read_only'
  const next = STATUS_OF_STATE[state]
  return next === STATUS.readyToUse ? 'never_back_to_ready' : next
}
