import { formatDecimal } from '#web/lib/format.ts'

/** A grid line's value, with a decimal only where it has one. */
export const tickText = (tick: number): string => formatDecimal(tick, Number.isInteger(tick) ? 0 : 1)

/** Room at the left for the labels of values, px: a digit is 7 wide, and 10 are between label and chart. */
export function labelRoom(labels: readonly string[], least: number): number {
  return Math.max(least, 10 + 7 * Math.max(0, ...labels.map(({ length }) => length)))
}

/** Round values above zero for two or three grid lines, none over `max`. */
export function ticksUpTo(max: number): number[] {
  if (max <= 0) return []
  const power = 10 ** (Math.floor(Math.log10(max)) - 1)
  const step = [1, 2, 2.5, 5, 10, 20, 25].map((factor) => factor * power).find((one) => max / one < 4) ?? max
  return Array.from({ length: Math.floor(max / step + 1e-9) }, (_, index) => (index + 1) * step)
}

/** Positions of the days that are labelled below a chart: the first, each seventh and the last, none close to today. */
export function namedDays(count: number, today: number | undefined): number[] {
  const last = count - 1
  const weekly = [0, 6, 13, 20, 27].filter((place) => place < last - 2)
  return [...weekly, last].filter((place) => today === undefined || Math.abs(place - today) > 2)
}
