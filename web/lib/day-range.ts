import { type BillingCycle, type Day, localDay } from '#domain/billing-cycle.ts'
import { addDays, cycleBefore, lastDayOf } from '#domain/days.ts'

export interface DayRange {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

export const zoneOfReader = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const RANGE_PRESETS = ['today', 'yesterday', 'week', 'month', 'cycle', 'lastCycle'] as const
export type RangePreset = (typeof RANGE_PRESETS)[number]

/** The days of a preset, both included; a cycle's own days are those of its company's zone. */
export function presetRange(preset: RangePreset, today: Day, cycle: BillingCycle | undefined): DayRange | undefined {
  const lastCycle = cycle && cycleBefore(cycle)
  const ranges: Readonly<Record<RangePreset, DayRange | undefined>> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    week: { from: addDays(today, -6), to: today },
    month: { from: addDays(today, -29), to: today },
    cycle: cycle && { from: cycle.start, to: lastDayOf(cycle) },
    lastCycle: lastCycle && { from: lastCycle.start, to: lastDayOf(lastCycle) },
  }
  return ranges[preset]
}

export const todayOfReader = (): Day => localDay(new Date(), zoneOfReader())

/** The days of a month's sheet: whole weeks from Monday on. */
export function sheetOf(month: Day): readonly Day[][] {
  const first = `${month.slice(0, 7)}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const begin = addDays(first, -weekday)
  const weeks = [...Array(6).keys()].map((week) => [...Array(7).keys()].map((day) => addDays(begin, week * 7 + day)))
  return weeks.filter((days) => days.some((day) => day.slice(0, 7) === first.slice(0, 7)))
}

/** The first day of the month so many months away. */
export const addMonths = (day: Day, count: number): Day =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count, 1)).toISOString().slice(0, 10)
