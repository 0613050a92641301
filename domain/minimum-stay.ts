import type { Day } from './billing-cycle.ts'

/** The longest minimum stay of a plan, months. */
export const MAX_STAY_MONTHS = 60

/** Whether a plan can have a minimum stay of so many months; 0: none. */
export function isStay(months: number): boolean {
  return Number.isInteger(months) && months >= 0 && months <= MAX_STAY_MONTHS
}

/**
 * The first day on which a SIM that gets a plan on `from` may change to another: the same day of the month so many months
 * later, or the last one of a shorter month. The database computes the same for many SIMs (server/records/stay-end.ts).
 * @returns undefined for a plan without a minimum stay
 */
export function stayEnd(from: Day, months: number): Day | undefined {
  if (months === 0) return undefined
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  return new Date(lastOfMonth.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()))).toISOString().slice(0, 10)
}
