import { expect, test } from 'vitest'
import { labelRoom, namedDays, ticksUpTo, tickText } from './chart-scale.ts'

test('labels of any length have room at the left', () => {
  expect(labelRoom(['100', '200'], 42)).toBe(42)
  expect(labelRoom(['500.000', '1.000.000'], 42)).toBe(73)
  expect([0.5, 1, 12_000].map(tickText)).toEqual(['0,5', '1', '12.000'])
})

test('there are two or three grid lines at round values', () => {
  expect(ticksUpTo(280)).toEqual([100, 200])
  expect(ticksUpTo(250)).toEqual([100, 200])
  expect(ticksUpTo(0)).toEqual([])
  for (const max of [1, 3.7, 12, 99, 101, 640, 1023]) {
    const ticks = ticksUpTo(max)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(3)
    expect(Math.max(...ticks)).toBeLessThanOrEqual(max + 1e-6)
  }
})

test('days are labelled weekly and never over today', () => {
  expect(namedDays(30, 20)).toEqual([0, 6, 13, 29])
  expect(namedDays(31, undefined)).toEqual([0, 6, 13, 20, 27, 30])
  expect(namedDays(30, 1)).toEqual([6, 13, 20, 29])
})
