import { isChange, type OperationKind } from '#domain/eligibility.ts'
import { type NetworkSimState, STATE_AFTER, type StatusCommand, TRANSITIONS, type Trigger } from '#domain/sim-lifecycle.ts'
import type { OperationParameters, OperationRow } from './operation-row.ts'

/** The network command of a kind's lines, if any. */
export type NetworkWork =
  | { readonly does: 'status'; readonly command: StatusCommand; readonly trigger: Trigger }
  | { readonly does: 'reset' }
  | { readonly does: 'sms' }
  /** asks for the SIM's status, changes nothing */
  | { readonly does: 'ask' }
  | { readonly does: 'nothing' }

const statusWork = (trigger: Trigger): NetworkWork => {
  const { command } = TRANSITIONS[trigger]
  return command === null ? { does: 'nothing' } : { does: 'status', command, trigger }
}

const WORK: Readonly<Record<OperationKind, NetworkWork>> = {
  activate: statusWork('activate'),
  hibernate: statusWork('hibernate'),
  reactivate: statusWork('reactivate'),
  restoreData: statusWork('restoreData'),
  // the command after the cooling-off
  terminate: statusWork('terminate'),
  restart: { does: 'reset' },
  sms: { does: 'sms' },
  custom: { does: 'nothing' },
  assign: { does: 'nothing' },
  diagnose: { does: 'ask' },
  plan: { does: 'nothing' },
  tag: { does: 'nothing' },
  group: { does: 'nothing' },
  lock: { does: 'nothing' },
}

export const workOf = (kind: OperationKind): NetworkWork => WORK[kind]

/** What decides whether a network is asked: the kind, and for a change of plan what the network calls the plan. */
export type NetworkAsker = Pick<OperationRow, 'kind'> & { readonly parameters: Pick<OperationParameters, 'networkProfile'> }

export const asksNetwork = ({ kind, parameters }: NetworkAsker): boolean =>
  WORK[kind].does !== 'nothing' || parameters.networkProfile !== undefined

/** Whether a look-up at the network shows that a line's command is in force. */
export const isLookedUp = ({ kind, parameters }: NetworkAsker): boolean =>
  WORK[kind].does === 'status' || parameters.networkProfile !== undefined

/** The network's state that confirms the line; undefined for kinds without one. */
export function targetNetworkState(kind: OperationKind): NetworkSimState | undefined {
  const work = WORK[kind]
  return work.does === 'status' ? STATE_AFTER[work.command] : undefined
}

/** Lines that need the SIM's slot for changes. */
export const needsSlot = (kind: OperationKind): boolean => isChange(kind)

/** Terminations start with a local phase before the network's. */
export const firstPhase = (kind: OperationKind): 'request' | 'send' => (kind === 'terminate' ? 'request' : 'send')
