import { formatDecimal } from '#web/lib/format.ts'

/** A grid line's value, with a decimal only where it has one. */
export const tickText = (tick: number): string => formatDecimal(tick, Number.isInteger(tick) ? 0 : 1)

/** Room at the left for the labels of values, px: a digit is 7 wide, and 10 are between label and chart. */
export function labelRoom(labels: readonly string[], least: number): number {
  return Math.max(least, 10 + 7 * Math.max(0, ...labels.map(({ length }) => length)))
}

/** Round values for grid lines, above `from` and none over `max`; from zero two at least. */
export function ticksBetween(from: number, max: number, most = 4): number[] {
  const range = max - from
  if (range <= 0) return []
  const digits = 1 - Math.floor(Math.log10(range))
  const step =
    [1, 2, 5, 10, 20, 50].map((factor) => factor * 10 ** -digits).find((one) => range / one < most + 1 - 1e-9) ?? range
  const first = Math.floor(from / step + 1e-9) + 1
  const last = Math.floor(max / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(Math.max(0, digits))))
}

/** Positions of the days that are labelled below a chart: the first, each seventh and the last, none close to today. */
export function namedDays(count: number, today: number | undefined): number[] {
  const last = count - 1
  const weekly = [0, 6, 13, 20, 27].filter((place) => place < last - 2)
  return [...weekly, last].filter((place) => today === undefined || Math.abs(place - today) > 2)
}
