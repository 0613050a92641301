import { type BillingCycle, type Day, localDay } from '../billing-cycle.ts'
import type { CycleSpan } from './sim-story.ts'

const DAY_MS = 86_400_000
/** Every change of a clock falls on a whole quarter of an hour. */
const SLOT_MS = 900_000
/** Time zones are between 12 hours behind and 14 hours before UTC. */
const FARTHEST_MS = 15 * 3_600_000

/** Days after its end during which a cycle waits for late records (domain model section 7). */
export const CLOSING_DAYS = 6

const noonOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`)

/** The day so many days after another one. */
export const dayAfter = (day: Day, days: number): Day => new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * The first moment of a calendar day in an IANA time zone. Where clocks go forward at midnight, the day begins at one; where they go
 * back over it, the day begins the first time.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [(midnight - FARTHEST_MS) / SLOT_MS, (midnight + FARTHEST_MS) / SLOT_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDay(new Date(middle * SLOT_MS), timeZone) < day) before = middle
    else after = middle
  }
  return new Date(after * SLOT_MS)
}

/** A cycle as moments: each lies in exactly one cycle, whatever the clocks do. */
export function spanOf({ start, end }: BillingCycle, timeZone: string): CycleSpan {
  return { fromMs: startOfDay(start, timeZone).getTime(), toMs: startOfDay(end, timeZone).getTime() }
}

/**
 * The cycle that begins on a day and ends with the next anchor day. Cycles follow one another without a gap even when a company's
 * anchor day is changed: the one in which it was is shorter.
 * @param anchorDay 1–28
 */
export function cycleFrom(start: Day, anchorDay: number): BillingCycle {
  const [year = 0, month = 0, day = 0] = start.split('-').map(Number)
  const end = new Date(Date.UTC(year, day < anchorDay ? month - 1 : month, anchorDay)).toISOString().slice(0, 10)
  return { start, end }
}

/** When a cycle's books are closed and its invoice is due. */
export function closesAt({ end }: BillingCycle, timeZone: string): Date {
  return startOfDay(dayAfter(end, CLOSING_DAYS), timeZone)
}

/** How much of a cycle is over at a moment, from 0 to 1. */
export function elapsedShare({ fromMs, toMs }: CycleSpan, now: Date): number {
  return Math.min(1, Math.max(0, (now.getTime() - fromMs) / (toMs - fromMs)))
}
