import type { Day } from '../billing-cycle.ts'

/**
 * The kinds of invoice lines. `price_days` is a plan's price for a part of the cycle. Adjustments charge usage of an earlier
 * cycle that arrived after its invoice.
 */
export const LINE_KINDS = [
  'price',
  'price_days',
  'hibernation',
  'data_overage',
  'sms',
  'voice',
  'pool_overage',
  'data_adjustment',
  'sms_adjustment',
  'voice_adjustment',
  'pool_adjustment',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/**
 * A line of an invoice, for one SIM or a pool. The unit of `used` and `included` depends on the kind: bytes, messages
 * or seconds.
 */
export interface ChargeLine {
  readonly kind: LineKind
  readonly planCode: string
  /** the first day of the usage's cycle */
  readonly usageCycle: Day
  /** of a SIM that had several plans in that cycle: the days on which it had this one, half-open */
  readonly days?: { readonly from: Day; readonly to: Day } | undefined
  /** bigint for pools, whose bytes exceed 2⁵³ */
  readonly used: number | bigint
  readonly included: number | bigint
  /** SIMs, data units, messages or started minutes; negative when an adjustment credits */
  readonly quantity: number
  readonly unitMinor: number
  /** quantity × unitMinor, minor units */
  readonly amountMinor: number
}

/**
 * Computes a line's amount from quantity and unit price.
 * @throws RangeError when the amount is not a safe integer: amounts are never rounded
 */
export function chargeLine(line: Omit<ChargeLine, 'amountMinor'>): ChargeLine {
  return { ...line, amountMinor: requireSafeInteger(line.quantity * line.unitMinor) }
}

/** Sums of a document's lines by plan and kind. */
export interface LineSum {
  readonly planCode: string
  readonly kind: LineKind
  lines: number
  quantity: number
  amountMinor: number
}

/** Adds up lines one by one, without keeping them. Amounts in minor units of one currency. */
export class LineTotals {
  readonly #sums = new Map<string, Map<LineKind, LineSum>>()
  #amountMinor = 0
  #lines = 0

  add({ planCode, kind, quantity, amountMinor }: ChargeLine): void {
    const sum = this.#sumOf(planCode, kind)
    sum.lines++
    sum.quantity = requireSafeInteger(sum.quantity + quantity)
    sum.amountMinor = requireSafeInteger(sum.amountMinor + amountMinor)
    this.#amountMinor = requireSafeInteger(this.#amountMinor + amountMinor)
    this.#lines++
  }

  #sumOf(planCode: string, kind: LineKind): LineSum {
    const ofPlan = this.#sums.get(planCode) ?? new Map<LineKind, LineSum>()
    this.#sums.set(planCode, ofPlan)
    const sum = ofPlan.get(kind) ?? { planCode, kind, lines: 0, quantity: 0, amountMinor: 0 }
    ofPlan.set(kind, sum)
    return sum
  }

  get amountMinor(): number {
    return this.#amountMinor
  }

  get lines(): number {
    return this.#lines
  }

  /** By plan code, then in the order of LINE_KINDS. */
  get sums(): readonly Readonly<LineSum>[] {
    const byPlan = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1))
    return byPlan.flatMap(([, ofPlan]) => LINE_KINDS.flatMap((kind) => ofPlan.get(kind) ?? []))
  }
}

function requireSafeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer amount`)
  return value
}
