import { type Day, localDay } from './billing-cycle.ts'
import type { PlanTerms } from './rating/plan-terms.ts'
import { DAY_MS } from './time.ts'

/**
 * The terms of a plan that can change for future cycles: all but its currency and whether its SIMs share their data.
 */
export type TermValues = Omit<PlanTerms, 'planCode' | 'currency' | 'pooled'>

/** The terms in display order. */
export const PLAN_TERMS = [
  'priceMinor',
  'dataMb',
  'includedSms',
  'includedVoiceSeconds',
  'hibernationFeeMinor',
  'overageUnitMb',
  'overagePriceMinor',
  'smsPriceMinor',
  'voicePriceMinor',
] as const satisfies readonly (keyof TermValues)[]

/** Maximum of each term; with 1 000 000 SIMs every sum stays a safe integer. */
const MAX_TERM_VALUES: Readonly<Record<keyof TermValues, number>> = {
  priceMinor: 1_000_000_000,
  hibernationFeeMinor: 1_000_000_000,
  dataMb: 1_048_576,
  includedSms: 1_000_000,
  includedVoiceSeconds: 6_000_000,
  overageUnitMb: 1_048_576,
  overagePriceMinor: 1_000_000_000,
  smsPriceMinor: 1_000_000_000,
  voicePriceMinor: 1_000_000_000,
}

/** Whether a value is valid for a term: whole, at least 0 (1 for the overage unit), at most its maximum. */
export function isPlanTerm(term: keyof TermValues, value: number): boolean {
  return Number.isSafeInteger(value) && value >= (term === 'overageUnitMb' ? 1 : 0) && value <= MAX_TERM_VALUES[term]
}

/**
 * Whether a text is a valid plan code: 2 to 40 capital letters, digits, hyphens, dots or underscores; a letter or digit
 * first.
 */
export function isPlanCode(text: string): boolean {
  return /^[A-Z0-9][A-Z0-9._-]{1,39}$/.test(text)
}

/** A plan's total price for a cycle, minor units: active SIMs × plan price (specification section 9). */
export function planTotalMinor(activeSims: number, priceMinor: number): number {
  return activeSims * priceMinor
}

/** The terms whose values differ. */
export function changedTerms(before: TermValues, after: TermValues): (keyof TermValues)[] {
  return PLAN_TERMS.filter((term) => before[term] !== after[term])
}

/** The zone in which a day begins first: UTC+14. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

/**
 * The first day from which terms can still be changed: one that has not begun in any time zone, because a cycle that
 * has begun keeps its terms.
 */
export function firstDayOfChange(now: Date): Day {
  return localDay(new Date(now.getTime() + DAY_MS), EARLIEST_ZONE)
}

/**
 * The day on which most cycles begin next, as the default for a change of terms: the first of a month that has not
 * begun in any time zone.
 */
export function firstMonthOfChange(now: Date): Day {
  const [year = 0, month = 0, day = 0] = firstDayOfChange(now).split('-').map(Number)
  return day === 1 ? firstDayOfChange(now) : new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
