import { type BillingCalendar, type HourlyBytes, hoursBetween, type LocalHour, spreadOverHours } from './local-hours.ts'

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Bytes counted so far in an hour of the SIM's sums. */
export type CountedBytes = (hour: LocalHour) => number

/**
 * Apportions a number by weights into whole parts that sum up to it. No part exceeds its weight while the number does
 * not exceed the sum of weights.
 * @param bytes not negative, as is each weight
 */
function apportion(bytes: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  let sum = 0n
  let given = 0n
  return weights.map((weight) => {
    sum += BigInt(weight)
    const until = all === 0n ? 0n : (BigInt(bytes) * sum) / all
    const part = Number(until - given)
    given = until
    return part
  })
}

/** Takes bytes back from hours in proportion to what they have. @returns what was taken, each negative */
function takeBack(bytes: number, hours: readonly LocalHour[], counted: CountedBytes): HourlyBytes[] {
  const weights = hours.map((hour) => Math.max(0, counted(hour)))
  const countedBytes = weights.reduce((sum, weight) => sum + weight, 0)
  const takenBytes = apportion(Math.min(bytes, countedBytes), weights)
  return hours.flatMap((hour, index) => (takenBytes[index] ? [{ ...hour, bytes: -takenBytes[index] }] : []))
}

const sumOf = (hours: readonly HourlyBytes[]): number => hours.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Spreads the difference made by a charging record over the hours of its session, in proportion to what was counted
 * there, or evenly where nothing was. Negative differences are taken only from hours that have usage, so that none
 * becomes negative: first the hours of the session, then others of its days; a remainder was never counted there and is
 * dropped.
 * @param bytes negative to take usage back
 */
export function correctHours(
  bytes: number,
  { fromMs, toMs }: Span,
  calendar: BillingCalendar,
  counted: CountedBytes,
): HourlyBytes[] {
  const hours = hoursBetween(fromMs, toMs, calendar)
  if (bytes < 0) {
    const first = takeBack(-bytes, hours, counted)
    const left = -bytes + sumOf(first)
    return left === 0 ? first : [...first, ...takeBack(left, otherHoursOf(hours), counted)]
  }
  const weights = hours.map((hour) => Math.max(0, counted(hour)))
  if (weights.every((weight) => weight === 0)) return spreadOverHours(bytes, fromMs, toMs, calendar)
  const parts = apportion(bytes, weights)
  return hours.flatMap((hour, index) => (parts[index] ? [{ ...hour, bytes: parts[index] }] : []))
}

/** The remaining hours of the days of the given hours. */
function otherHoursOf(hours: readonly LocalHour[]): LocalHour[] {
  const given = new Set(hours.map(({ day, hour }) => `${day} ${hour}`))
  const days = new Map(hours.map((hour) => [hour.day, hour]))
  return [...days.values()].flatMap(({ day, cycleStart }) =>
    Array.from({ length: 24 }, (_, hour) => ({ day, hour, cycleStart })).filter(({ hour }) => !given.has(`${day} ${hour}`)),
  )
}
