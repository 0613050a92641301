import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelRoom, namedDays, ticksBetween, tickText } from './chart-scale.ts'

test('labels of any length have room at the left', () => {
  expect(labelRoom(['100', '200'], 42)).toBe(42)
  expect(labelRoom(['500.000', '1.000.000'], 42)).toBe(73)
  expect([0.5, 1, 12_000].map(tickText)).toEqual(['0,5', '1', '12.000'])
})

test.each([
  [0, 280, [100, 200]],
  [0, 250, [100, 200]],
  [0, 231, [50, 100, 150, 200]],
  [0, 1, [0.5, 1]],
  [0, 0.9, [0.2, 0.4, 0.6, 0.8]],
  [32_510, 34_570, [33_000, 33_500, 34_000, 34_500]],
  [99, 100, [99.5, 100]],
  [0, 0, []],
  [7, 7, []],
])('grid lines between %d and %d are at round values', (from, max, ticks) => {
  expect(ticksBetween(from, max)).toEqual(ticks)
})

test('where there is less room there are fewer', () => {
  expect(ticksBetween(32_497, 34_570, 2)).toEqual([33_000, 34_000])
})

test('there are two to four grid lines, none outside', () => {
  const ends = fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0.01, max: 1e9, noNaN: true }))
  fc.assert(
    fc.property(ends, ([from, range]) => {
      const ticks = ticksBetween(0, range)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(4)
      for (const tick of ticksBetween(from, from + range)) {
        expect(tick).toBeGreaterThan(from - range / 1e6)
        expect(tick).toBeLessThanOrEqual(from + range * (1 + 1e-6))
      }
    }),
  )
})

test('days are labelled weekly and never over today', () => {
  expect(namedDays(30, 20)).toEqual([0, 6, 13, 29])
  expect(namedDays(31, undefined)).toEqual([0, 6, 13, 20, 27, 30])
  expect(namedDays(30, 1)).toEqual([6, 13, 20, 29])
})
