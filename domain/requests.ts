import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

/** How a request stands. A draft is a cart. */
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

/** What can be done with a request. */
export const REQUEST_ACTIONS = ['submit', 'cancel', 'approve', 'reject', 'prepare', 'ship', 'deliver', 'close'] as const
export type RequestAction = (typeof REQUEST_ACTIONS)[number]

/** Who acts: people of the company that asks, or the operator's administrators. */
export type RequestSide = 'customer' | 'operator'

export interface RequestMove {
  readonly from: RequestState
  readonly to: RequestState
  readonly by: readonly RequestSide[]
}

/** The whole life of a request; whatever is not here is refused. The database holds the same moves. */
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

/** The steps of a request that goes well, in their order. */
export const REQUEST_PATH = ['submitted', 'approved', 'preparing', 'shipped', 'delivered', 'closed'] as const

/** What somebody on these sides can do with a request in a state, the usual next step first. */
export function requestActions(state: RequestState, sides: readonly RequestSide[]): RequestAction[] {
  const order: readonly RequestAction[] = ['approve', ...REQUEST_ACTIONS.filter((action) => action !== 'approve')]
  return order.filter((action) => {
    const { from, by } = REQUEST_MOVES[action]
    return from === state && by.some((side) => sides.includes(side))
  })
}

/** Whether a request has come to its end, good or bad. */
export function isEnded(state: RequestState): boolean {
  return state !== 'draft' && !Object.values(REQUEST_MOVES).some(({ from }) => from === state)
}

/** Whether a request can be filled with SIMs, and some taken back: from its approval until it is shipped. */
export function isFilling(state: RequestState): boolean {
  return state === REQUEST_MOVES.prepare.from || state === REQUEST_MOVES.ship.from
}

/** A SIM that was assigned to a request, as it is now. */
export interface AssignedSim {
  /** administrative status; null: it is another company's by now */
  readonly status: number | null
  /** it was active at some time */
  readonly wasActive: boolean
  /** an operation on it is under way */
  readonly isBusy: boolean
}

/** Why a SIM can't be taken back from a request. */
export type UnassignProblem = 'not_filling' | 'moved' | 'used' | 'busy'

/**
 * Why a SIM that was assigned to a request in a state can't go back into stock; undefined when it can. What was shipped is in the
 * customer's hands, and one that was used may have cost something.
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

/** Most lines of a cart, SIMs of a line and pieces of hardware of a line. */
export const CART_LINES_MAX = 50
export const LINE_SIMS_MAX = 100_000
export const LINE_PIECES_MAX = 10_000

/** Highest price of a piece of hardware, in minor units: with the limits above, no total leaves the safe integers. */
export const PRICE_MAX_MINOR = 10_000_000_000

/** Currencies in which hardware is sold (ISO 4217). */
export const STORE_CURRENCIES = ['CLP', 'PEN', 'MXN', 'ARS', 'USD', 'EUR'] as const

export interface PricedLine {
  readonly kind: 'sims' | 'hardware'
  readonly quantity: number
  readonly currency: string
  readonly unitMinor: number
}

/** What a request costs in one currency, in its minor units: hardware once, plans each month. */
export interface RequestTotal {
  readonly currency: string
  readonly onceMinor: number
  readonly monthlyMinor: number
}

/** The totals of lines, one for each currency, in the alphabet's order. Lines without a price say nothing. */
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
