import { localDay } from '#domain/billing-cycle.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { DAY_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { cutLimitMb } from './alarms.ts'
import type { DemoSim } from './make-sims.ts'
import { createRandom } from './random.ts'

/** Days of usage, today included. */
export const USAGE_DAYS = 90

/** The last days of a company in its time zone, oldest first; the last one is today. */
export interface Calendar {
  readonly days: readonly string[]
  /** 0 Sunday … 6 Saturday, of each day */
  readonly weekdays: readonly number[]
  /** how much of today is over, from 0 to 1 */
  readonly todayShare: number
  /** position of the first day of the running billing cycle */
  readonly cycleFrom: number
  readonly cycleStart: string
}

export function calendarOf(now: Date, timeZone: string, cycleStart: string): Calendar {
  const today = localDay(now, timeZone)
  const noon = Date.parse(`${today}T12:00:00Z`)
  const dates = Array.from({ length: USAGE_DAYS }, (_, index) => new Date(noon - (USAGE_DAYS - 1 - index) * DAY_MS))
  const days = dates.map((date) => date.toISOString().slice(0, 10))
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    .format(now)
    .split(':')
    .map(Number)
  return {
    days,
    weekdays: dates.map((date) => date.getUTCDay()),
    todayShare: (hour * 60 + minute) / 1440,
    cycleFrom: days.findIndex((day) => day >= cycleStart),
    cycleStart,
  }
}

export interface Usage {
  readonly bytes: Float64Array
  readonly voiceSeconds: Int32Array
  readonly sms: Int32Array
}

/**
 * One SIM in this many runs away in the running cycle: a camera that streams without a viewer, a device that reloads its firmware.
 */
const RUNAWAYS = 1_300

/** What a SIM used on each of the days; the same for the same seed. */
export function usageOf(sim: DemoSim, calendar: Calendar, seed: number): Usage {
  const random = createRandom(Math.imul(sim.index + 1, 2_654_435_761) ^ seed)
  const usage: Usage = {
    bytes: new Float64Array(USAGE_DAYS),
    voiceSeconds: new Int32Array(USAGE_DAYS),
    sms: new Int32Array(USAGE_DAYS),
  }
  const { profile, status } = sim
  if (sim.activatedDaysAgo === undefined) return usage
  const usual = random.between(...profile.dayMb) * BYTES_PER_MB
  const first = Math.max(0, USAGE_DAYS - 1 - Math.floor(sim.activatedDaysAgo))
  const limitBytes = (cutLimitMb(sim) ?? Number.POSITIVE_INFINITY) * BYTES_PER_MB
  const isCut = status === ADMINISTRATIVE_STATUS.deactivatedByAlarm
  const last = lastDayOf(sim, calendar)
  // those that run away where an alarm cuts data are the ones that it has cut
  const runsAway = isCut || (sim.index % RUNAWAYS === 7 && !sim.pooled && limitBytes === Number.POSITIVE_INFINITY)
  const runsFrom = runsAway ? Math.max(calendar.cycleFrom, last - random.whole(3, 9)) : USAGE_DAYS
  let inCycle = 0
  for (let day = first; day <= last; day++) {
    const share = (profile.week[calendar.weekdays[day] ?? 0] ?? 1) * (day === USAGE_DAYS - 1 ? calendar.todayShare : 1)
    const noise = random.between(0.6, 1.4)
    const isOff = random.chance(0.02)
    if (isOff || share === 0) continue
    const bytes = Math.round(usual * share * noise * (day >= runsFrom ? 9 : 1))
    // an alarm with 'disable data' stops a SIM soon after its limit
    const rest = limitBytes * 1.01 - inCycle
    usage.bytes[day] = isCut && day >= calendar.cycleFrom ? Math.max(0, Math.min(bytes, Math.round(rest))) : bytes
    if (day >= calendar.cycleFrom) inCycle += usage.bytes[day] ?? 0
    if (profile.sms > 0 && random.chance(0.4)) usage.sms[day] = random.whole(0, profile.sms)
    if (profile.voiceSeconds > 0 && random.chance(0.3)) usage.voiceSeconds[day] = random.whole(8, profile.voiceSeconds)
  }
  // what it lacked to its limit it used on the day on which its data was cut
  if (isCut && inCycle < limitBytes)
    usage.bytes[last] = (usage.bytes[last] ?? 0) + Math.ceil(limitBytes * random.between(1.001, 1.01) - inCycle)
  return usage
}

/** The last day on which a SIM can have used anything: today, the day of its cut, or the one before it came to its status. */
function lastDayOf({ status, statusDaysAgo }: DemoSim, { todayShare }: Calendar): number {
  const today = USAGE_DAYS - 1
  if (status === ADMINISTRATIVE_STATUS.active) return today
  if (status !== ADMINISTRATIVE_STATUS.deactivatedByAlarm) return today - Math.ceil(statusDaysAgo)
  return Math.floor(today + todayShare - statusDaysAgo)
}

/** A cut lasts to the end of its cycle: a SIM whose data is cut now was cut since its cycle began. */
export function withinCycle(sim: DemoSim, { cycleFrom, todayShare }: Calendar): DemoSim {
  if (sim.status !== ADMINISTRATIVE_STATUS.deactivatedByAlarm) return sim
  const sinceCycle = USAGE_DAYS - 1 + todayShare - cycleFrom
  return { ...sim, statusDaysAgo: Math.min(sim.statusDaysAgo, sinceCycle * 0.8) }
}

const sumFrom = (values: Float64Array | Int32Array, from: number): number => {
  let sum = 0
  for (let index = from; index < values.length; index++) sum += values[index] ?? 0
  return sum
}

/** Sums of today and of the running cycle. */
export function sumsOf({ bytes, voiceSeconds, sms }: Usage, { cycleFrom }: Calendar) {
  const today = USAGE_DAYS - 1
  return {
    dayBytes: bytes[today] ?? 0,
    dayVoiceSeconds: voiceSeconds[today] ?? 0,
    daySms: sms[today] ?? 0,
    cycleBytes: sumFrom(bytes, cycleFrom),
    cycleVoiceSeconds: sumFrom(voiceSeconds, cycleFrom),
    cycleSms: sumFrom(sms, cycleFrom),
  }
}

export type UsageSums = ReturnType<typeof sumsOf>
