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

/** The steps of a successful request, in order. */
export const REQUEST_PATH = ['submitted', 'approved', 'preparing', 'shipped', 'delivered', 'closed'] as const

/** The actions on a request. */
export const REQUEST_ACTIONS = ['submit', 'cancel', 'approve', 'reject', 'prepare', 'ship', 'deliver', 'close'] as const
export type RequestAction = (typeof REQUEST_ACTIONS)[number]

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
