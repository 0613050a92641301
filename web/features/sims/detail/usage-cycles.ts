import { type BillingCycle, type Day, localDay } from '#domain/billing-cycle.ts'
import { addDays, cycleBefore } from '#domain/days.ts'
import type { SimUsage } from '../sims.api.ts'

/** Days of usage that the server returns for a SIM's page. */
const USAGE_DAYS = 90
/** Days behind 'at this pace': short enough to follow a change, long enough to hold a weekend. */
const PACE_DAYS = 7

export type UsageDay = SimUsage['days'][number]

export interface UsageCycleDay extends UsageDay {
  /** bytes from the beginning of the cycle to the end of this day */
  readonly totalBytes: number
}

export interface CycleUsage {
  readonly cycle: BillingCycle
  /** every day of the cycle; future ones are zero */
  readonly days: readonly UsageCycleDay[]
  /** position of today; undefined in a cycle that is over */
  readonly today: number | undefined
}

/** The running cycle and earlier ones that are within the available days, the newest first. */
export function availableCycles(running: BillingCycle, asOf: string): BillingCycle[] {
  const since = addDays(asOf.slice(0, 10), -USAGE_DAYS)
  const cycles = [running]
  for (let cycle = cycleBefore(running); cycle.start >= since; cycle = cycleBefore(cycle)) cycles.push(cycle)
  return cycles
}

/** Usage by day of one cycle. `today` is the current day in the SIM's company's zone. */
export function usageOfCycle(cycle: BillingCycle, usage: readonly UsageDay[], today: Day): CycleUsage {
  const byDay = new Map(usage.map((one) => [one.day, one]))
  const days: UsageCycleDay[] = []
  let totalBytes = 0
  for (let day = cycle.start; day < cycle.end; day = addDays(day, 1)) {
    const one = byDay.get(day) ?? { day, dataBytes: 0, voiceSeconds: 0, sms: 0 }
    totalBytes += one.dataBytes
    days.push({ ...one, totalBytes })
  }
  const index = days.findIndex(({ day }) => day === today)
  return { cycle, days, today: index < 0 ? undefined : index }
}

/** The last day with data: today, or the last day of a past cycle. */
export function lastDay({ days, today }: CycleUsage): number {
  return today ?? days.length - 1
}

/** Bytes of the cycle until then. */
export const usedOf = (usage: CycleUsage): number => usage.days[lastDay(usage)]?.totalBytes ?? 0

/** The day with the most data; undefined when there was none. */
export function busiestDay({ days }: CycleUsage): number | undefined {
  const most = Math.max(...days.map(({ dataBytes }) => dataBytes))
  return most > 0 ? days.findIndex(({ dataBytes }) => dataBytes === most) : undefined
}

export type Forecast =
  /** the limit was passed on a day */
  | { readonly kind: 'reached'; readonly index: number }
  /** the limit will be reached on a day of this cycle */
  | { readonly kind: 'reaches'; readonly index: number }
  /** estimated total at the end of the cycle */
  | { readonly kind: 'ends'; readonly bytes: number }

/** Elapsed share of a day at an instant in a time zone, from 0 to 1. */
function shareOfDay(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)
  const [hour = 0, minute = 0] = parts.split(':').map(Number)
  return (hour * 60 + minute) / 1440
}

interface ForecastInput {
  /** its status is active */
  readonly isActive: boolean
  readonly usage: readonly UsageDay[]
  readonly limitBytes: number
  readonly asOf: string
  readonly timeZone: string
}

/** Bytes a day over the last days, today up to now. */
function dailyRateOf({ usage, asOf, timeZone }: ForecastInput): number {
  const now = new Date(asOf)
  const since = addDays(localDay(now, timeZone), 1 - PACE_DAYS)
  const bytes = usage.reduce((sum, { day, dataBytes }) => (day >= since ? sum + dataBytes : sum), 0)
  return bytes / (PACE_DAYS - 1 + shareOfDay(now, timeZone))
}

/** Forecast of the cycle at the rate of the last days; undefined without data. */
export function usageForecastOf(cycle: CycleUsage, situation: ForecastInput): Forecast | undefined {
  const { days, today } = cycle
  const { limitBytes, asOf, timeZone, isActive } = situation
  const used = usedOf(cycle)
  if (used === 0) return undefined
  if (limitBytes > 0 && used >= limitBytes) {
    return { kind: 'reached', index: days.findIndex(({ totalBytes }) => totalBytes >= limitBytes) }
  }
  if (today === undefined || !isActive) return undefined
  const pace = dailyRateOf(situation)
  if (pace === 0) return undefined
  const elapsedDays = today + shareOfDay(new Date(asOf), timeZone)
  const index = limitBytes > 0 ? Math.floor(elapsedDays + (limitBytes - used) / pace) : days.length
  return index < days.length ? { kind: 'reaches', index } : { kind: 'ends', bytes: used + pace * (days.length - elapsedDays) }
}
