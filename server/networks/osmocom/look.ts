import type { ReportedState } from '../network-types.ts'
import type { Core } from './core.ts'
import type { Access, Subscriber } from './hlr.ts'

/** What register and SGSN have of a SIM. */
export interface Looked {
  readonly subscriber: Subscriber | undefined
  readonly state: ReportedState
  readonly vendorState: string
}

/**
 * What a subscriber's row says it is. The register has no word for what is over: a SIM that was terminated keeps its row without access
 * and without a number, so that nobody can attach by it and its number is free.
 */
function stateOf({ access, msisdn }: Subscriber): ReportedState {
  if (access === 'none') return msisdn === '' ? 'terminated' : 'suspended'
  // made, and not yet given its number: an activation that got no further
  if (msisdn === '') return 'inactive'
  return access === 'cs' ? 'data_cut' : 'active'
}

const mayUseData = (access: Access): boolean => access === 'ps' || access === 'cs+ps'

/**
 * The truth about a SIM: what the register allows and, where it does not allow data, whether the SGSN still serves the device all the
 * same. As long as it does, the SIM is in service. @throws NetworkFault
 */
export async function look({ hlr, sgsn }: Core, imsi: string): Promise<Looked> {
  const subscriber = await hlr.read(imsi)
  if (!subscriber) return { subscriber, state: 'inactive', vendorState: 'no subscriber' }
  const state = stateOf(subscriber)
  const vendorState = `access ${subscriber.access}`
  if (mayUseData(subscriber.access)) return { subscriber, state, vendorState }
  const context = await sgsn.context(imsi)
  if (!context?.isAttached) return { subscriber, state, vendorState }
  return { subscriber, state: 'active', vendorState: `${vendorState}, attached` }
}
