import { type HourlyBytes, hoursBetween, type LocalHour, type Reckoning, spread } from './local-hours.ts'

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** What stands in an hour of the SIM's sums so far, bytes. */
export type Counted = (hour: LocalHour) => number

/**
 * A number by weights, in whole parts that sum up to it. No part is larger than its weight while the number is not larger than all
 * weights together.
 * @param bytes not below zero, as is each weight
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

/** Takes from hours what they have, in proportion to it. @returns what was taken, less than nothing each */
function take(bytes: number, hours: readonly LocalHour[], counted: Counted): HourlyBytes[] {
  const weights = hours.map((hour) => Math.max(0, counted(hour)))
  const taken = apportion(
    Math.min(
      bytes,
      weights.reduce((sum, weight) => sum + weight, 0),
    ),
    weights,
  )
  return hours.flatMap((hour, index) => (taken[index] ? [{ ...hour, bytes: -taken[index] }] : []))
}

const sumOf = (hours: readonly HourlyBytes[]): number => hours.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * The difference that a charging record makes, by the hours of its session: in proportion to what was counted there. Where nothing
 * was, it is spread evenly. What is taken back comes out of hours that have it, so that none falls below zero: those of the
 * session first, then others of its days; what even those do not have was never counted there, and is not taken.
 * @param bytes less than nothing for what is taken back
 */
export function correct(bytes: number, { fromMs, toMs }: Span, reckoning: Reckoning, counted: Counted): HourlyBytes[] {
  const hours = hoursBetween(fromMs, toMs, reckoning)
  if (bytes < 0) {
    const first = take(-bytes, hours, counted)
    const left = -bytes + sumOf(first)
    return left === 0 ? first : [...first, ...take(left, othersOf(hours), counted)]
  }
  const weights = hours.map((hour) => Math.max(0, counted(hour)))
  if (weights.every((weight) => weight === 0)) return spread(bytes, fromMs, toMs, reckoning)
  const parts = apportion(bytes, weights)
  return hours.flatMap((hour, index) => (parts[index] ? [{ ...hour, bytes: parts[index] }] : []))
}

/** The other hours of the days that some hours belong to. */
function othersOf(hours: readonly LocalHour[]): LocalHour[] {
  const given = new Set(hours.map(({ day, hour }) => `${day} ${hour}`))
  const days = new Map(hours.map((hour) => [hour.day, hour]))
  return [...days.values()].flatMap(({ day, cycleStart }) =>
    Array.from({ length: 24 }, (_, hour) => ({ day, hour, cycleStart })).filter(({ hour }) => !given.has(`${day} ${hour}`)),
  )
}
