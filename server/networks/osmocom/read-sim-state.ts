import type { ReportedState } from '#domain/sim-lifecycle.ts'
import type { Core } from './core.ts'
import type { HlrAccess, Subscriber } from './hlr.ts'

/** A SIM's state by HLR and SGSN. */
export interface SimState {
  readonly subscriber: Subscriber | undefined
  readonly state: ReportedState
  readonly vendorState: string
}

/**
 * The state by the subscriber's row. The HLR has no state 'terminated': a terminated SIM keeps its row without access and without a
 * number, so that no device attaches with it and its number is free.
 */
function stateOf({ access, msisdn }: Subscriber): ReportedState {
  if (access === 'none') return msisdn === '' ? 'terminated' : 'suspended'
  // created without a number: an activation that stopped there
  if (msisdn === '') return 'inactive'
  return access === 'cs' ? 'data_cut' : 'active'
}

const mayUseData = (access: HlrAccess): boolean => access === 'ps' || access === 'cs+ps'

/**
 * Reads what the HLR allows and, where it denies data, whether the SGSN still has the device attached: as long as it has, the SIM is in
 * service. @throws NetworkFault
 */
export async function readSimState({ hlr, sgsn }: Core, imsi: string): Promise<SimState> {
  const subscriber = await hlr.read(imsi)
  if (!subscriber) return { subscriber, state: 'inactive', vendorState: 'no subscriber' }
  const state = stateOf(subscriber)
  const vendorState = `access ${subscriber.access}`
  if (mayUseData(subscriber.access)) return { subscriber, state, vendorState }
  const context = await sgsn.context(imsi)
  if (!context?.isAttached) return { subscriber, state, vendorState }
  return { subscriber, state: 'active', vendorState: `${vendorState}, attached` }
}
