import type { ReportedState } from '#domain/sim-lifecycle.ts'
import type { CommandKind, NetworkSim, RejectCause } from '../network-types.ts'
import type { Core } from './core.ts'
import type { SimState } from './read-sim-state.ts'

/** One command, or none, to a daemon of the core. */
export type ChangeStep = (core: Core, sim: NetworkSim, before: SimState, signal: AbortSignal | undefined) => Promise<void>

interface Change {
  readonly from: readonly ReportedState[]
  /** undefined: the state stays */
  readonly to: ReportedState | undefined
  readonly steps: readonly ChangeStep[]
}

export type ChangeKind = Exclude<CommandKind, 'sendSms'>

const createSubscriber: ChangeStep = async ({ hlr }, { imsi }, { subscriber }, signal) => {
  if (!subscriber) await hlr.create(imsi, signal)
}
const setNumber: ChangeStep = ({ hlr }, { imsi, msisdn }, _before, signal) => hlr.setMsisdn(imsi, msisdn, signal)
const removeNumber: ChangeStep = ({ hlr }, { imsi }, _before, signal) => hlr.setMsisdn(imsi, '', signal)
const allowAll: ChangeStep = ({ hlr }, { imsi }, _before, signal) => hlr.setAccess(imsi, 'cs+ps', signal)
const allowMessagesOnly: ChangeStep = ({ hlr }, { imsi }, _before, signal) => hlr.setAccess(imsi, 'cs', signal)
const denyAll: ChangeStep = ({ hlr }, { imsi }, _before, signal) => hlr.setAccess(imsi, 'none', signal)
/** A new subscriber has full access already, and each command is a commit of the HLR's database. */
const allowIfRestricted: ChangeStep = async (core, sim, before, signal) => {
  if (before.subscriber && before.subscriber.access !== 'cs+ps') await allowAll(core, sim, before, signal)
}
/** The HLR does not end an open data session: only the SGSN does. */
const endDataSession: ChangeStep = ({ sgsn }, { imsi }, _before, signal) => sgsn.cancel(imsi, 'subscription-withdraw', signal)
/** Detaches without a message: the device is asked to attach again when it next sends. */
const forceReattach: ChangeStep = ({ sgsn }, { imsi }, _before, signal) => sgsn.cancel(imsi, 'update-procedure', signal)

/** What each command does. Access is denied at the HLR before the SGSN detaches, or the device would attach again at once. */
export const CHANGES: Readonly<Record<ChangeKind, Change>> = {
  activate: { from: ['inactive'], to: 'active', steps: [createSubscriber, setNumber, allowIfRestricted] },
  suspend: { from: ['active', 'data_cut'], to: 'suspended', steps: [denyAll, endDataSession] },
  // the HLR allows messages a moment before data: one that dies between the two leaves the state data_cut
  resume: { from: ['suspended', 'data_cut'], to: 'active', steps: [allowAll] },
  terminate: {
    from: ['inactive', 'active', 'data_cut', 'suspended'],
    to: 'terminated',
    steps: [createSubscriber, denyAll, removeNumber, endDataSession],
  },
  cutData: { from: ['active'], to: 'data_cut', steps: [allowMessagesOnly, endDataSession] },
  restoreData: { from: ['data_cut'], to: 'active', steps: [allowAll] },
  resetConnection: { from: ['active', 'data_cut'], to: undefined, steps: [forceReattach] },
}

/** After these the registration at the MSC is removed, too. */
export const EXPIRED_AT_MSC: readonly ChangeKind[] = ['suspend', 'terminate', 'resetConnection']

/** Why a command is not allowed in the state of a SIM; undefined when it is. */
export function rejectCause(kind: ChangeKind, state: ReportedState): RejectCause | undefined {
  const { from, to } = CHANGES[kind]
  if (from.includes(state)) return undefined
  return state === to ? 'already_in_state' : 'wrong_state'
}
