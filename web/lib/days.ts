import type { Day } from '#domain/billing-cycle.ts'

const DAY_MS = 86_400_000

/** The day so many days after another. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}
