import type { Day } from '#domain/billing-cycle.ts'
import { DAY_MS } from '#domain/time.ts'

/** The day so many days after another. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}
