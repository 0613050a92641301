import { REQUEST_ACTIONS, REQUEST_PATH, type RequestAction, type RequestState } from './requests.ts'
import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

/** The two sides of a request: people of the requesting company, and the operator's administrators. */
export type RequestSide = 'customer' | 'operator'

export interface RequestMove {
  readonly from: RequestState
  readonly to: RequestState
  readonly by: readonly RequestSide[]
}

/** The whole life cycle of a request; any other transition is refused. The database enforces the same transitions. */
export const REQUEST_MOVES: Readonly<Record<RequestAction, RequestMove>> = {
  submit: { from: 'draft', to: 'submitted', by: ['customer'] },
  cancel: { from: 'submitted', to: 'cancelled', by: ['customer'] },
  approve: { from: 'submitted', to: 'approved', by: ['operator'] },
  reject: { from: 'submitted', to: 'rejected', by: ['operator'] },
  prepare: { from: 'approved', to: 'preparing', by: ['operator'] },
  ship: { from: 'preparing', to: 'shipped', by: ['operator'] },
  deliver: { from: 'shipped', to: 'delivered', by: ['customer', 'operator'] },
  close: { from: 'delivered', to: 'closed', by: ['customer', 'operator'] },
}

/** The step that leads a request on, and the side that it waits for; undefined at its end. */
export function awaitedStep(state: RequestState): { action: RequestAction; side: RequestSide } | undefined {
  const following = REQUEST_PATH[(REQUEST_PATH as readonly string[]).indexOf(state) + 1]
  const action = REQUEST_ACTIONS.find((one) => REQUEST_MOVES[one].from === state && REQUEST_MOVES[one].to === following)
  // both may confirm a delivery, but the customer is the one who receives it
  return action && { action, side: REQUEST_MOVES[action].by.includes('customer') ? 'customer' : 'operator' }
}

/** The actions of these sides in a state, the usual next step first. */
export function requestActions(state: RequestState, sides: readonly RequestSide[]): RequestAction[] {
  const order: readonly RequestAction[] = ['approve', ...REQUEST_ACTIONS.filter((action) => action !== 'approve')]
  return order.filter((action) => {
    const { from, by } = REQUEST_MOVES[action]
    return from === state && by.some((side) => sides.includes(side))
  })
}

/** Whether a request is final, successful or not. */
export function isEnded(state: RequestState): boolean {
  return state !== 'draft' && !Object.values(REQUEST_MOVES).some(({ from }) => from === state)
}

/** Whether SIMs can be assigned to a request and taken back: from its approval until it is shipped. */
export function isFilling(state: RequestState): boolean {
  return state === REQUEST_MOVES.prepare.from || state === REQUEST_MOVES.ship.from
}

/** The current facts of a SIM assigned to a request. */
export interface AssignedSim {
  /** administrative status; null: it belongs to another company now */
  readonly status: number | null
  /** it has been active at some time */
  readonly wasActive: boolean
  /** an operation on it is under way */
  readonly isBusy: boolean
}

/** Why a SIM can't be taken back from a request. */
export type UnassignProblem = 'not_filling' | 'moved' | 'used' | 'busy'

/**
 * Why an assigned SIM cannot return to stock; undefined when it can. A shipped SIM is out of reach, and a used one may
 * have caused costs.
 */
export function unassignProblem(state: RequestState, { status, wasActive, isBusy }: AssignedSim): UnassignProblem | undefined {
  if (!isFilling(state)) return 'not_filling'
  if (status === null) return 'moved'
  if (status !== ADMINISTRATIVE_STATUS.readyToUse || wasActive) return 'used'
  return isBusy ? 'busy' : undefined
}
