import { isChange, type OperationKind } from '#domain/eligibility.ts'
import { type NetworkSimState, STATE_AFTER, type StatusCommand, TRANSITIONS, type Trigger } from '#domain/sim-lifecycle.ts'

/** What lines of a kind ask of the network, if anything. */
export type NetworkWork =
  | { readonly does: 'status'; readonly command: StatusCommand; readonly trigger: Trigger }
  | { readonly does: 'reset' }
  | { readonly does: 'sms' }
  | { readonly does: 'nothing' }

const statusWork = (trigger: Trigger): NetworkWork => {
  const { command } = TRANSITIONS[trigger]
  return command === null ? { does: 'nothing' } : { does: 'status', command, trigger }
}

const WORK: Readonly<Record<OperationKind, NetworkWork>> = {
  activate: statusWork('activate'),
  hibernate: statusWork('hibernate'),
  reactivate: statusWork('reactivate'),
  // what is asked of the network once the cooling-off is over
  terminate: statusWork('terminate'),
  restart: { does: 'reset' },
  sms: { does: 'sms' },
  custom: { does: 'nothing' },
  assign: { does: 'nothing' },
}

export const workOf = (kind: OperationKind): NetworkWork => WORK[kind]

export const asksNetwork = (kind: OperationKind): boolean => WORK[kind].does !== 'nothing'

/** The state in which the network says that the line's work is done; undefined for kinds that change none. */
export function stateWanted(kind: OperationKind): NetworkSimState | undefined {
  const work = WORK[kind]
  return work.does === 'status' ? STATE_AFTER[work.command] : undefined
}

/** Lines that hold the SIM's one slot for changes. */
export const takesSlot = (kind: OperationKind): boolean => isChange(kind)

/** Lines that begin with a step of ours before the network's turn. */
export const firstPhase = (kind: OperationKind): 'request' | 'send' => (kind === 'terminate' ? 'request' : 'send')
