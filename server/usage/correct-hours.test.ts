import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctHours } from './correct-hours.ts'
import { hoursBetween, type LocalHour } from './local-hours.ts'

const CHILE = { timeZone: 'America/Santiago', anchorDay: 21 }
const START = Date.UTC(2026, 10, 21, 0, 40)
const HOUR_MS = 3_600_000
const nameOf = ({ day, hour }: LocalHour): string => `${day} ${hour}`

test('a difference is spread over the hours in proportion to counted usage', () => {
  const span = { fromMs: START, toMs: START + 2 * HOUR_MS }
  // 21:40 to 23:40 in Santiago, nothing in the middle hour
  const counted = ({ hour }: LocalHour): number => ({ 21: 300, 23: 100 })[hour] ?? 0
  const day = { day: '2026-11-20', cycleStart: '2026-10-21' }
  expect(correctHours(-40, span, CHILE, counted)).toEqual([
    { ...day, hour: 21, bytes: -30 },
    { ...day, hour: 23, bytes: -10 },
  ])
  expect(correctHours(8, span, CHILE, counted)).toEqual([
    { ...day, hour: 21, bytes: 6 },
    { ...day, hour: 23, bytes: 2 },
  ])
})

test('without counted usage, bytes are spread evenly and none are taken back', () => {
  const span = { fromMs: START, toMs: START + HOUR_MS }
  expect(correctHours(60, span, CHILE, () => 0).map(({ bytes }) => bytes)).toEqual([20, 40])
  expect(correctHours(-60, span, CHILE, () => 0)).toEqual([])
})

test('a remainder is taken from other hours of the session’s days, and no hour becomes negative', () => {
  const hours = fc.array(fc.nat(2 ** 45), { minLength: 48, maxLength: 48 })
  const minutes = fc.nat(30 * 60)
  fc.assert(
    fc.property(hours, minutes, minutes, fc.integer({ min: -(2 ** 51), max: 2 ** 45 }), (sums, from, lasted, bytes) => {
      const span = { fromMs: START + from * 60_000, toMs: START + (from + lasted) * 60_000 }
      const days = [...new Set(hoursBetween(span.fromMs, span.toMs, CHILE).map(({ day }) => day))]
      const before = new Map(
        days.flatMap((day, index) => sums.slice(index * 24, index * 24 + 24).map((sum, hour) => [`${day} ${hour}`, sum])),
      )
      const changed = correctHours(bytes, span, CHILE, (hour) => before.get(nameOf(hour)) ?? 0)
      const after = new Map(before)
      for (const one of changed) after.set(nameOf(one), (after.get(nameOf(one)) ?? 0) + one.bytes)
      expect([...after.values()].every((sum) => sum >= 0)).toBe(true)
      const had = [...before.values()].reduce((sum, one) => sum + one, 0)
      expect(changed.reduce((sum, one) => sum + one.bytes, 0)).toBe(Math.max(bytes, -had))
    }),
  )
})
