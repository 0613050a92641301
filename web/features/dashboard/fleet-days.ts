import type { FleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { addDays } from '#domain/days.ts'
import { DAY_MS } from '#domain/time.ts'

export const RANGES = ['7d', '30d', 'cycle'] as const
export type Range = (typeof RANGES)[number]

export interface FleetDay {
  readonly day: string
  /** 0 for days to come */
  readonly dataBytes: number
  /** of the same day of the span before; undefined where that has none */
  readonly before: number | undefined
}

type Source = Pick<FleetUsage, 'days' | 'cycle' | 'previousCycle'>

const LENGTH = { '7d': 7, '30d': 30 } as const

const between = (first: string, last: string): number => Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)

/** The days of a range, each with the same day of the span before it: the cycle before, or as many days. */
export function daysOfRange({ days, cycle, previousCycle }: Source, range: Range): FleetDay[] {
  const bytes = new Map(days.map(({ day, dataBytes }) => [day, dataBytes]))
  const today = days.at(-1)?.day ?? cycle.start
  const length = range === 'cycle' ? between(cycle.start, cycle.end) : LENGTH[range]
  const first = range === 'cycle' ? cycle.start : addDays(today, 1 - length)
  const firstBefore = range === 'cycle' ? previousCycle.start : addDays(first, -length)
  const endBefore = range === 'cycle' ? previousCycle.end : first
  return Array.from({ length }, (_, index) => {
    const [day, dayBefore] = [addDays(first, index), addDays(firstBefore, index)]
    return { day, dataBytes: bytes.get(day) ?? 0, before: dayBefore < endBefore ? bytes.get(dayBefore) : undefined }
  })
}

export interface RangeTotals {
  /** bytes, today included as far as it is over */
  readonly used: number
  /** percent more or less than the span before, by the days that are over; undefined without any to compare */
  readonly change: number | undefined
}

export function changeOf(days: readonly FleetDay[], today: string): RangeTotals {
  const over = days.filter(({ day, before }) => day < today && before !== undefined)
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const before = sum(over.map((one) => one.before ?? 0))
  const now = sum(over.map(({ dataBytes }) => dataBytes))
  return {
    used: sum(days.map(({ dataBytes }) => dataBytes)),
    change: before === 0 ? undefined : ((now - before) / before) * 100,
  }
}
