import { billingCycleAt, type Day, localDay } from '#domain/billing-cycle.ts'

/** A company's own reckoning of time. */
export interface Reckoning {
  readonly timeZone: string
  /** the day of the month on which its billing cycles begin, 1–28 */
  readonly anchorDay: number
}

/** An hour of a company's clock. */
export interface LocalHour {
  readonly day: Day
  /** 0–23 */
  readonly hour: number
  /** the first day of the billing cycle that the day belongs to */
  readonly cycleStart: Day
}

export interface HourlyBytes extends LocalHour {
  readonly bytes: number
}

/** All time zones are whole quarters of an hour apart. */
const SLOT_MS = 900_000
/** Slots that are remembered of each reckoning: some weeks. */
const MOST_SLOTS = 5_000
const slotsByName = new Map<string, Map<number, LocalHour>>()
/** A reckoning is asked thousands of times: its name is put together once. */
const slotsByReckoning = new WeakMap<Reckoning, Map<number, LocalHour>>()
const formatters = new Map<string, Intl.DateTimeFormat>()

function slotsOf(reckoning: Reckoning): Map<number, LocalHour> {
  const known = slotsByReckoning.get(reckoning)
  if (known) return known
  const name = `${reckoning.anchorDay} ${reckoning.timeZone}`
  const slots = slotsByName.get(name) ?? new Map<number, LocalHour>()
  slotsByName.set(name, slots)
  slotsByReckoning.set(reckoning, slots)
  return slots
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  formatters.set(timeZone, made)
  return made
}

/** The hour of a company's clock at a moment. Working it out takes a hundred times as long as remembering it. */
export function localHour(ms: number, reckoning: Reckoning): LocalHour {
  const slots = slotsOf(reckoning)
  const slot = Math.floor(ms / SLOT_MS)
  const known = slots.get(slot)
  if (known) return known
  const { timeZone, anchorDay } = reckoning
  const instant = new Date(slot * SLOT_MS)
  const made = {
    day: localDay(instant, timeZone),
    hour: Number(formatterOf(timeZone).format(instant)),
    cycleStart: billingCycleAt(instant, anchorDay, timeZone).start,
  }
  if (slots.size >= MOST_SLOTS) slots.clear()
  slots.set(slot, made)
  return made
}

/** The hours of a company's clock that a span of time touches, each once, in their order. */
export function hoursBetween(fromMs: number, toMs: number, reckoning: Reckoning): LocalHour[] {
  const hours = new Map<string, LocalHour>()
  for (let slot = Math.floor(fromMs / SLOT_MS); slot <= Math.floor(toMs / SLOT_MS); slot++) {
    const hour = localHour(slot * SLOT_MS, reckoning)
    hours.set(`${hour.day} ${hour.hour}`, hour)
  }
  return [...hours.values()]
}

/**
 * Bytes that were used at an even pace between two moments, by the hours of a company's clock: what crosses the end of an hour, a
 * day or a billing cycle is split there. The pieces sum up to the whole.
 * @param bytes less than nothing for what is taken back
 * @param fromMs milliseconds since 1970, as is `toMs`; when it is not before it, all belongs to the hour of `toMs`
 */
export function spread(bytes: number, fromMs: number, toMs: number, reckoning: Reckoning): HourlyBytes[] {
  if (bytes === 0) return []
  const last = localHour(toMs, reckoning)
  if (fromMs >= toMs || Math.floor(fromMs / SLOT_MS) === Math.floor(toMs / SLOT_MS)) return [{ ...last, bytes }]
  const pieces = new Map<LocalHour['day'], Map<number, HourlyBytes>>()
  let given = 0
  for (let at = fromMs; at < toMs; ) {
    const end = Math.min(toMs, (Math.floor(at / SLOT_MS) + 1) * SLOT_MS)
    const until = end === toMs ? bytes : Math.round(bytes * ((end - fromMs) / (toMs - fromMs)))
    add(pieces, localHour(at, reckoning), until - given)
    given = until
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
