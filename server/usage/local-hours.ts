import { billingCycleAt, type Day, localDay } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'

/** The time zone and billing cycle by which a company's usage is dated. */
export interface BillingCalendar {
  readonly timeZone: string
  /** the day of the month on which its billing cycles begin, 1–28 */
  readonly anchorDay: number
}

/** A local hour of a company. */
export interface LocalHour {
  readonly day: Day
  /** 0–23 */
  readonly hour: number
  /** first day of the billing cycle that contains the day */
  readonly cycleStart: Day
}

export interface HourlyBytes extends LocalHour {
  readonly bytes: number
}

/** All time zone offsets are multiples of 15 minutes. */
const SLOT_MS = 900_000
/** Cached slots per calendar: some weeks. */
const MAX_CACHED_SLOTS = 5_000
const slotsByName = new Map<string, Map<number, LocalHour>>()
/** Calendars are used thousands of times: their cache key is built once. */
const slotsByCalendar = new WeakMap<BillingCalendar, Map<number, LocalHour>>()
const formatters = new Map<string, Intl.DateTimeFormat>()

function slotsOf(calendar: BillingCalendar): Map<number, LocalHour> {
  const known = slotsByCalendar.get(calendar)
  if (known) return known
  const name = `${calendar.anchorDay} ${calendar.timeZone}`
  const slots = slotsByName.get(name) ?? new Map<number, LocalHour>()
  slotsByName.set(name, slots)
  slotsByCalendar.set(calendar, slots)
  return slots
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const created = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  formatters.set(timeZone, created)
  return created
}

/** The local hour at a moment. Computing it takes a hundred times as long as the cache. */
export function localHour(ms: number, calendar: BillingCalendar): LocalHour {
  const slots = slotsOf(calendar)
  const slot = Math.floor(ms / SLOT_MS)
  const known = slots.get(slot)
  if (known) return known
  const { timeZone, anchorDay } = calendar
  const instant = new Date(slot * SLOT_MS)
  const created = {
    day: localDay(instant, timeZone),
    hour: Number(formatterOf(timeZone).format(instant)),
    cycleStart: billingCycleAt(instant, anchorDay, timeZone).start,
  }
  if (slots.size >= MAX_CACHED_SLOTS) slots.clear()
  slots.set(slot, created)
  return created
}

/** A local hour with the moments between which it is, the second one excluded. */
export interface SpannedHour extends LocalHour {
  readonly beginsMs: number
  readonly endsMs: number
}

/** No clock is moved by more at once, twice. */
const REACH_MS = 3 * HOUR_MS

/** The whole local hour at a moment: one that clocks repeat lasts until its second time is over, for both share one sum. */
export function spannedHour(ms: number, calendar: BillingCalendar): SpannedHour {
  const hour = localHour(ms, calendar)
  const isIn = (at: number): boolean => isSameHour(localHour(at, calendar), hour)
  const first = Math.floor(ms / SLOT_MS) * SLOT_MS
  let [beginsMs, endsMs] = [first, first + SLOT_MS]
  while (isIn(beginsMs - SLOT_MS)) beginsMs -= SLOT_MS
  while (isIn(endsMs)) endsMs += SLOT_MS
  return { ...hour, beginsMs, endsMs }
}

const isSameHour = (a: LocalHour, b: Pick<LocalHour, 'day' | 'hour'>): boolean => a.day === b.day && a.hour === b.hour

/** The same local hour some days earlier; undefined on a day on which clocks leave it out. */
export function sameHourBefore(
  { day, hour, beginsMs }: SpannedHour,
  days: number,
  calendar: BillingCalendar,
): SpannedHour | undefined {
  const target = { day: addDays(day, -days), hour }
  const about = beginsMs - days * DAY_MS
  for (let at = about - REACH_MS; at <= about + REACH_MS; at += SLOT_MS)
    if (isSameHour(localHour(at, calendar), target)) return spannedHour(at, calendar)
  return undefined
}

/** The local hours that a span of time touches, each once, in order. */
export function hoursBetween(fromMs: number, toMs: number, calendar: BillingCalendar): LocalHour[] {
  const hours = new Map<string, LocalHour>()
  for (let slot = Math.floor(fromMs / SLOT_MS); slot <= Math.floor(toMs / SLOT_MS); slot++) {
    const hour = localHour(slot * SLOT_MS, calendar)
    hours.set(`${hour.day} ${hour.hour}`, hour)
  }
  return [...hours.values()]
}

/**
 * Spreads bytes evenly over the local hours between two moments: usage across the end of an hour, a day or a billing
 * cycle is split there. The parts sum up to the whole.
 * @param bytes negative to take usage back
 * @param fromMs milliseconds since 1970, as is `toMs`; when it is not earlier, all bytes belong to the hour of `toMs`
 */
export function spreadOverHours(bytes: number, fromMs: number, toMs: number, calendar: BillingCalendar): HourlyBytes[] {
  if (bytes === 0) return []
  const last = localHour(toMs, calendar)
  if (fromMs >= toMs || Math.floor(fromMs / SLOT_MS) === Math.floor(toMs / SLOT_MS)) return [{ ...last, bytes }]
  const pieces = new Map<LocalHour['day'], Map<number, HourlyBytes>>()
  let assigned = 0
  for (let at = fromMs; at < toMs; ) {
    const end = Math.min(toMs, (Math.floor(at / SLOT_MS) + 1) * SLOT_MS)
    const until = end === toMs ? bytes : Math.round(bytes * ((end - fromMs) / (toMs - fromMs)))
    add(pieces, localHour(at, calendar), until - assigned)
    assigned = until
    at = end
  }
  return [...pieces.values()].flatMap((ofDay) => [...ofDay.values()])
}

function add(pieces: Map<string, Map<number, HourlyBytes>>, hour: LocalHour, bytes: number): void {
  if (bytes === 0) return
  const ofDay = pieces.get(hour.day) ?? new Map<number, HourlyBytes>()
  const known = ofDay.get(hour.hour)
  ofDay.set(hour.hour, known ? { ...known, bytes: known.bytes + bytes } : { ...hour, bytes })
  pieces.set(hour.day, ofDay)
}
