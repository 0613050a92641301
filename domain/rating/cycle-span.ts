import { type BillingCycle, type Day, localDay } from '../billing-cycle.ts'
import { addDays } from '../days.ts'
import { HOUR_MS } from '../time.ts'

/** Every clock change falls on a quarter of an hour. */
const SLOT_MS = 900_000
/** Time zones lie between UTC−12 and UTC+14. */
const FARTHEST_MS = 15 * HOUR_MS

/** Days after its end during which a cycle accepts late records (domain model section 7). */
export const CLOSING_DAYS = 6

/** Half-open: `fromMs` belongs to it, `toMs` does not. */
export interface CycleSpan {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * The first moment of a calendar day in an IANA time zone. Where clocks go forward at midnight, the day begins at one;
 * where they go back across midnight, it begins the first time.
 * @throws RangeError when the zone is unknown
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

/** A cycle as instants: each instant lies in exactly one cycle, also across clock changes. */
export function spanOf({ start, end }: BillingCycle, timeZone: string): CycleSpan {
  return { fromMs: startOfDay(start, timeZone).getTime(), toMs: startOfDay(end, timeZone).getTime() }
}

/**
 * The cycle that begins on a day and ends at the next anchor day. Cycles follow one another without a gap even when the
 * anchor day changes: the cycle of the change is shorter.
 * @param anchorDay 1–28
 */
export function cycleFrom(start: Day, anchorDay: number): BillingCycle {
  const [year = 0, month = 0, day = 0] = start.split('-').map(Number)
  const end = new Date(Date.UTC(year, day < anchorDay ? month - 1 : month, anchorDay)).toISOString().slice(0, 10)
  return { start, end }
}

/** The instant at which a cycle's books are closed and its invoice is due. */
export function closesAt({ end }: BillingCycle, timeZone: string): Date {
  return startOfDay(addDays(end, CLOSING_DAYS), timeZone)
}

/** The elapsed share of a cycle at a moment, from 0 to 1. */
export function elapsedShare({ fromMs, toMs }: CycleSpan, now: Date): number {
  return Math.min(1, Math.max(0, (now.getTime() - fromMs) / (toMs - fromMs)))
}
