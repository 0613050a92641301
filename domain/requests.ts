import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

/** The states of a request. A draft is a cart. */
export const REQUEST_STATES = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'preparing',
  'shipped',
  'delivered',
  'closed',
  'cancelled',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** The actions on a request. */
export const REQUEST_ACTIONS = ['submit', 'cancel', 'approve', 'reject', 'prepare', 'ship', 'deliver', 'close'] as const
export type RequestAction = (typeof REQUEST_ACTIONS)[number]

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

/** The steps of a successful request, in order. */
export const REQUEST_PATH = ['submitted', 'approved', 'preparing', 'shipped', 'delivered', 'closed'] as const

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

/** What a request asks for. */
export const REQUEST_TYPES = ['sims', 'hardware', 'both'] as const
export type RequestType = (typeof REQUEST_TYPES)[number]

/** Limits of a cart: lines, SIMs per line, pieces of hardware per line. */
export const CART_LINES_MAX = 50
export const LINE_SIMS_MAX = 100_000
export const LINE_PIECES_MAX = 10_000

/** Maximum price of a piece of hardware, minor units: with the limits above, every total is a safe integer. */
export const PRICE_MAX_MINOR = 10_000_000_000

/** Currencies in which hardware is sold (ISO 4217). */
export const STORE_CURRENCIES = ['CLP', 'PEN', 'MXN', 'ARS', 'USD', 'EUR'] as const

export interface PricedLine {
  readonly kind: 'sims' | 'hardware'
  readonly quantity: number
  readonly currency: string
  readonly unitMinor: number
}

/** The cost of a request in one currency, minor units: hardware once, plans each month. */
export interface RequestTotal {
  readonly currency: string
  readonly onceMinor: number
  readonly monthlyMinor: number
}

/** The totals of lines, one per currency, in alphabetical order. Lines without a price are skipped. */
export function requestTotals(lines: readonly PricedLine[]): RequestTotal[] {
  const totals = new Map<string, { onceMinor: number; monthlyMinor: number }>()
  for (const { kind, quantity, currency, unitMinor } of lines) {
    const total = totals.get(currency) ?? { onceMinor: 0, monthlyMinor: 0 }
    total[kind === 'sims' ? 'monthlyMinor' : 'onceMinor'] += quantity * unitMinor
    totals.set(currency, total)
  }
  return [...totals].map(([currency, total]) => ({ currency, ...total })).sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** Why an ICCID can't be assigned to a request. */
export const ASSIGN_PROBLEMS = ['not_an_icc', 'repeated', 'of_other_company', 'in_use', 'other_kind', 'number_taken'] as const
export type AssignProblem = (typeof ASSIGN_PROBLEMS)[number]
