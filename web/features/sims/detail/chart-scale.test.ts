import { expect, test } from 'vitest'
import { byteScale, namedDays, ticksUpTo } from './chart-scale.ts'

test('the unit is that of the biggest value', () => {
  expect(byteScale(250 * 1024 ** 2)).toEqual({ unit: 'MB', size: 1024 ** 2 })
  expect(byteScale(1024 ** 3)).toEqual({ unit: 'GB', size: 1024 ** 3 })
  expect(byteScale(0).unit).toBe('MB')
})

test('there are two or three hairlines at round values', () => {
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

test('days are named weekly and never over today', () => {
  expect(namedDays(30, 20)).toEqual([0, 6, 13, 29])
  expect(namedDays(31, undefined)).toEqual([0, 6, 13, 20, 27, 30])
  expect(namedDays(30, 1)).toEqual([6, 13, 20, 29])
})
