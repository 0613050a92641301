import type { BillingCycle, Day } from './billing-cycle.ts'
import { DAY_MS } from './time.ts'

/** The day so many days after another; below zero: before it. */
export const addDays = (day: Day, count: number): Day => new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

export const lastDayOf = ({ end }: Pick<BillingCycle, 'end'>): Day => addDays(end, -1)

/** The cycle before one, where both begin on the same anchor day. */
export function cycleBefore({ start }: Pick<BillingCycle, 'start'>): BillingCycle {
  const [year = 0, month = 0, anchorDay = 0] = start.split('-').map(Number)
  return { start: new Date(Date.UTC(year, month - 2, anchorDay)).toISOString().slice(0, 10), end: start }
}
