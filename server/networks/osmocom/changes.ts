import type { CommandKind, NetworkSim, RejectCause, ReportedState } from '../network-types.ts'
import type { Core } from './core.ts'
import type { Looked } from './look.ts'

/** What is typed at the daemons to bring a change about, in this order. */
export type Step = (core: Core, sim: NetworkSim, before: Looked, signal: AbortSignal | undefined) => Promise<void>

interface Change {
  readonly from: readonly ReportedState[]
  /** undefined: it stays what it was */
  readonly to: ReportedState | undefined
  readonly steps: readonly Step[]
}

export type ChangeKind = Exclude<CommandKind, 'sendSms'>

const create: Step = async ({ hlr }, { imsi }, { subscriber }, signal) => {
  if (!subscriber) await hlr.create(imsi, signal)
}
const number: Step = ({ hlr }, { imsi, msisdn }, _before, signal) => hlr.setMsisdn(imsi, msisdn, signal)
const noNumber: Step = ({ hlr }, { imsi }, _before, signal) => hlr.setMsisdn(imsi, '', signal)
const allow: Step = ({ hlr }, { imsi }, _before, signal) => hlr.setAccess(imsi, 'cs+ps', signal)
const allowMessages: Step = ({ hlr }, { imsi }, _before, signal) => hlr.setAccess(imsi, 'cs', signal)
const forbid: Step = ({ hlr }, { imsi }, _before, signal) => hlr.setAccess(imsi, 'none', signal)
/** A new row has it already: each line is a commit of the register's database. */
const allowOld: Step = async (core, sim, before, signal) => {
  if (before.subscriber && before.subscriber.access !== 'cs+ps') await allow(core, sim, before, signal)
}
/** The register alone leaves an open data session as it is: only the SGSN ends it. */
const throwOut: Step = ({ sgsn }, { imsi }, _before, signal) => sgsn.cancel(imsi, 'subscription-withdraw', signal)
/** The device is not told that it is unwanted: it is asked to attach anew when it next speaks. */
const drop: Step = ({ sgsn }, { imsi }, _before, signal) => sgsn.cancel(imsi, 'update-procedure', signal)

/** What each command does; a SIM without service is taken out of the register's services first, or it would be back at once. */
export const CHANGES: Readonly<Record<ChangeKind, Change>> = {
  activate: { from: ['inactive'], to: 'active', steps: [create, number, allowOld] },
  suspend: { from: ['active', 'data_cut'], to: 'suspended', steps: [forbid, throwOut] },
  // messages are allowed a moment before data: a register that dies between the two leaves what looks like a cut of data
  resume: { from: ['suspended', 'data_cut'], to: 'active', steps: [allow] },
  terminate: {
    from: ['inactive', 'active', 'data_cut', 'suspended'],
    to: 'terminated',
    steps: [create, forbid, noNumber, throwOut],
  },
  cutData: { from: ['active'], to: 'data_cut', steps: [allowMessages, throwOut] },
  restoreData: { from: ['data_cut'], to: 'active', steps: [allow] },
  resetConnection: { from: ['active', 'data_cut'], to: undefined, steps: [drop] },
}

/** After these the message side has to forget the device, too. */
export const FORGOTTEN_BY_MESSAGES: readonly ChangeKind[] = ['suspend', 'terminate', 'resetConnection']

/** Why a command does not fit the state that a SIM is in; undefined when it does. */
export function misfit(kind: ChangeKind, state: ReportedState): RejectCause | undefined {
  const { from, to } = CHANGES[kind]
  if (from.includes(state)) return undefined
  return state === to ? 'already_in_state' : 'wrong_state'
}
