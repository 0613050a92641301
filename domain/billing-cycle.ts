/** A calendar day, YYYY-MM-DD. */
export type Day = string

/** A billing cycle, half-open: `start` belongs to it, `end` is the first day of the next one. */
export interface BillingCycle {
  readonly start: Day
  readonly end: Day
}

/** Creating a formatter takes twenty times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formatters.set(timeZone, made)
  return made
}

/**
 * The calendar day at an instant in an IANA time zone.
 * @throws RangeError when the zone is unknown
 */
export function localDay(instant: Date, timeZone: string): Day {
  return dayFormatter(timeZone).format(instant)
}

const dayOf = (year: number, month: number, day: number): Day => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/**
 * The billing cycle that contains an instant, for a company whose cycles begin on `anchorDay` (1–28) in its time zone.
 * Days are calendar days of that zone, so a cycle across a daylight saving change is an hour longer or shorter.
 */
export function billingCycleAt(instant: Date, anchorDay: number, timeZone: string): BillingCycle {
  const [year = 0, month = 0, day = 0] = localDay(instant, timeZone).split('-').map(Number)
  const startMonth = day >= anchorDay ? month - 1 : month - 2
  return { start: dayOf(year, startMonth, anchorDay), end: dayOf(year, startMonth + 1, anchorDay) }
}
