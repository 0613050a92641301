import type { BillingCycle, Day } from '../billing-cycle.ts'
import { DAY_MS } from '../time.ts'

/** The days of a cycle for which a SIM is charged by one plan: `from` belongs to it, `to` does not. */
export interface CyclePart {
  readonly from: Day
  readonly to: Day
  readonly cycle: BillingCycle
}

const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

export const wholeCycle = (cycle: BillingCycle): CyclePart => ({ from: cycle.start, to: cycle.end, cycle })

export const isWholeCycle = ({ from, to, cycle }: CyclePart): boolean => from === cycle.start && to === cycle.end

/** First and last day of a part as numbers from 0, half-open, and the number of days of its cycle. */
function daysOfPart({ from, to, cycle }: CyclePart): { begin: number; end: number; days: number } {
  const first = dayNumber(cycle.start)
  return { begin: dayNumber(from) - first, end: dayNumber(to) - first, days: dayNumber(cycle.end) - first }
}

/**
 * What a part has of a price or an allowance for the whole cycle, whole. It is rounded from the cycle's first day on, so
 * that the parts of a cycle add up to the whole exactly when each has the same value.
 * @param whole below 2⁴⁸, so that its product with the days of a month is exact
 */
export function proratedOf(whole: number, part: CyclePart): number {
  const { begin, end, days } = daysOfPart(part)
  return Math.round((whole * end) / days) - Math.round((whole * begin) / days)
}

/** What a part has of the days of its cycle that are to come, from 0 to 1. @param elapsed share of the cycle, below 1 */
export function shareOfRest(part: CyclePart, elapsed: number): number {
  const { begin, end, days } = daysOfPart(part)
  const now = elapsed * days
  return Math.max(0, end - Math.max(begin, now)) / (days - now)
}
