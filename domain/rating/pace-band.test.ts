import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paceBand } from './pace-band.ts'

const CYCLE_DAYS = 30
const anyDays = fc.array(fc.integer({ min: -1000, max: 1e12 }), { minLength: 14, maxLength: 60 })
const anyElapsed = fc.double({ min: 0, max: CYCLE_DAYS, noNaN: true })
const bandAt = (days: readonly number[], elapsedDays: number) =>
  paceBand(days, { elapsedDays, restDays: CYCLE_DAYS - elapsedDays }) ?? { low: Number.NaN, high: Number.NaN }

test('what is expected is within the band, which has no negative usage', () => {
  fc.assert(
    fc.property(anyDays, anyElapsed, (days, elapsed) => {
      const { low, high } = bandAt(days, elapsed)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(low).toBeLessThanOrEqual(1)
      expect(high).toBeGreaterThanOrEqual(1)
    }),
  )
})

test('in days of usage the band narrows as the cycle goes on, to nothing at its end', () => {
  const usageDays = fc.double({ min: 0.1, max: CYCLE_DAYS, noNaN: true })
  fc.assert(
    fc.property(anyDays, usageDays, usageDays, (days, one, other) => {
      const daysOfUsage = (elapsed: number) => (bandAt(days, elapsed).high - 1) * (CYCLE_DAYS - elapsed)
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)]
      expect(daysOfUsage(later)).toBeLessThanOrEqual(daysOfUsage(earlier) + 1e-9)
      expect(bandAt(days, CYCLE_DAYS)).toEqual({ low: 1, high: 1 })
    }),
  )
})

test('equal days leave no doubt; of fewer than two weeks nothing is said', () => {
  expect(bandAt(Array(14).fill(5e9), 10)).toEqual({ low: 1, high: 1 })
  expect(bandAt(Array(14).fill(0), 10)).toEqual({ low: 1, high: 1 })
  expect(paceBand(Array(13).fill(5e9), { elapsedDays: 10, restDays: 20 })).toBeUndefined()
})

test('nine of ten cycles of random days end within the band', () => {
  let seed = 20_261_125
  const uniform = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const day = () => 1000 + 200 * Math.sqrt(-2 * Math.log(uniform() || 1e-9)) * Math.cos(2 * Math.PI * uniform())
  const sum = (days: readonly number[]) => days.reduce((total, bytes) => total + bytes, 0)
  const CYCLES = 2000
  let within = 0
  for (let n = 0; n < CYCLES; n++) {
    const [past, elapsed, rest] = [60, 12, 18].map((length) => Array.from({ length }, day)) as [number[], number[], number[]]
    const expected = (sum(elapsed) / elapsed.length) * rest.length
    const { low, high } = bandAt([...past.slice(elapsed.length), ...elapsed], elapsed.length)
    if (sum(rest) >= expected * low && sum(rest) <= expected * high) within++
  }
  expect(within / CYCLES).toBeGreaterThan(0.88)
  expect(within / CYCLES).toBeLessThan(0.92)
})
