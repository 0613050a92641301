import type { Day } from '../billing-cycle.ts'

/** What a line of an invoice is for. Adjustments charge usage of an earlier cycle that came after its invoice. */
export const LINE_KINDS = [
  'price',
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

/** A line of an invoice, for one SIM or for a pool. Of what it is said depends on the kind: bytes, messages or seconds. */
export interface ChargeLine {
  readonly kind: LineKind
  readonly planCode: string
  /** the first day of the cycle that the usage is of */
  readonly usageCycle: Day
  /** a pool's bytes pass 2⁵³: bigint there */
  readonly used: number | bigint
  readonly included: number | bigint
  /** SIMs, units of data, messages or begun minutes; below zero when an adjustment takes back */
  readonly quantity: number
  readonly unitMinor: number
  /** quantity × unitMinor, minor units */
  readonly amountMinor: number
}

/**
 * A line whose amount follows from quantity and unit price.
 * @throws RangeError when the amount is not a safe integer: no money is rounded
 */
export function chargeLine(line: Omit<ChargeLine, 'amountMinor'>): ChargeLine {
  return { ...line, amountMinor: safe(line.quantity * line.unitMinor) }
}

/** Lines of a document summed up: by plan and kind, and in all. */
export interface LineSum {
  readonly planCode: string
  readonly kind: LineKind
  lines: number
  quantity: number
  amountMinor: number
}

/** Adds lines up as they come, without keeping them. Amounts in minor units of one currency. */
export class LineTotals {
  readonly #sums = new Map<string, Map<LineKind, LineSum>>()
  #amountMinor = 0
  #lines = 0

  add({ planCode, kind, quantity, amountMinor }: ChargeLine): void {
    const sum = this.#sumOf(planCode, kind)
    sum.lines++
    sum.quantity = safe(sum.quantity + quantity)
    sum.amountMinor = safe(sum.amountMinor + amountMinor)
    this.#amountMinor = safe(this.#amountMinor + amountMinor)
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

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no amount that can be told exactly`)
  return value
}
