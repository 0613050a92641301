import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { decimalsOf, formatDecimal } from '#web/lib/format.ts'

export interface BillingBar {
  /** first day of the cycle's month, ISO */
  month: string
  amountMinor: number
  isEstimate: boolean
  /** where the cycle probably ends, when that is known */
  band?: AmountBand
}

/** Minor units; `high` is more than `low`. */
export interface AmountBand {
  low: number
  high: number
}

/** The band of an estimate. */
export const bandOf = ({ low, high }: DashboardData['estimated']): AmountBand | undefined =>
  low < high ? { low, high } : undefined

/** Whether a band can be drawn over its bar: with less than 2 % of the height its two ends would touch. */
export const isBandDrawn = ({ low, high }: AmountBand): boolean => high - low >= high * 0.02

/** The cycles of the billing card, oldest first, the running one last as an estimate. */
export function billingBars({
  billing,
  estimated,
  cycle,
}: Pick<DashboardData, 'billing' | 'estimated' | 'cycle'>): BillingBar[] {
  const amounts = billing.series[0]?.data ?? []
  const running = cycle.start.slice(0, 7)
  const bars = billing.xaxis.categories.map((month, index) => ({
    month,
    amountMinor: amounts[index] ?? 0,
    isEstimate: month.slice(0, 7) === running,
  }))
  if (bars.length === 0 || bars.at(-1)?.isEstimate) return bars
  const band = bandOf(estimated)
  return [...bars, { month: cycle.start, amountMinor: estimated.estimated, isEstimate: true, ...(band && { band }) }]
}

export type Scale = 'unitWhole' | 'unitThousands' | 'unitMillions'
const DIVISORS: Readonly<Record<Scale, number>> = { unitWhole: 1, unitThousands: 1e3, unitMillions: 1e6 }

/** How high a bar reaches, with its band. */
export const topOf = ({ amountMinor, band }: BillingBar): number => band?.high ?? amountMinor

/** The unit in which the bars' labels stay short. */
export function scaleOf(bars: readonly BillingBar[], currency: string): Scale {
  const biggest = Math.max(0, ...bars.map(topOf)) / 10 ** decimalsOf(currency)
  if (biggest >= 1e6) return 'unitMillions'
  return biggest >= 1e4 ? 'unitThousands' : 'unitWhole'
}

/** A bar's label in the card's unit: 38,2. From a thousand of the unit on without decimals. */
export function shortAmount(amountMinor: number, currency: string, scale: Scale): string {
  const value = amountMinor / 10 ** decimalsOf(currency) / DIVISORS[scale]
  return formatDecimal(value, scale === 'unitWhole' || value >= 1000 ? 0 : 1)
}
