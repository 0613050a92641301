import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/days.ts'
import { availableCycles, busiestDay, type UsageDay, usageForecastOf, usageOfCycle } from './usage-cycles.ts'

const MB = 1024 ** 2
const NOVEMBER = { start: '2026-11-01', end: '2026-12-01' }
/** noon in Santiago */
const ASOF = '2026-11-21T15:00:00.000Z'
const TIME_ZONE = 'America/Santiago'

const daily = (from: string, count: number, megabytes: number): UsageDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: addDays(from, index),
    dataBytes: megabytes * MB,
    voiceSeconds: 0,
    sms: 0,
  }))

const forecast = (usage: UsageDay[], limitMb: number, isActive = true) =>
  usageForecastOf(usageOfCycle(NOVEMBER, usage, '2026-11-21'), {
    isActive,
    usage,
    limitBytes: limitMb * MB,
    asOf: ASOF,
    timeZone: TIME_ZONE,
  })

describe('available cycles', () => {
  test('are the running one and the whole ones before it', () => {
    expect(availableCycles(NOVEMBER, ASOF)).toEqual([
      NOVEMBER,
      { start: '2026-10-01', end: '2026-11-01' },
      { start: '2026-09-01', end: '2026-10-01' },
    ])
  })

  test('leave out one whose first days are no longer kept', () => {
    expect(availableCycles({ start: '2026-11-15', end: '2026-12-15' }, '2026-12-14T12:00:00Z').at(-1)?.start).toBe('2026-09-15')
    expect(availableCycles({ start: '2026-11-15', end: '2026-12-15' }, '2026-12-15T02:00:00Z').at(-1)?.start).toBe('2026-10-15')
  })

  test('go over the turn of the year', () => {
    expect(availableCycles({ start: '2027-01-10', end: '2027-02-10' }, '2027-01-12T00:00:00Z')[1]).toEqual({
      start: '2026-12-10',
      end: '2027-01-10',
    })
  })
})

describe('usage of a cycle', () => {
  test('has every day once, with the running total, and marks today', () => {
    const { days, today } = usageOfCycle(NOVEMBER, daily('2026-10-30', 5, 10), '2026-11-21')
    expect(days).toHaveLength(30)
    expect(days.slice(0, 4).map(({ totalBytes }) => totalBytes / MB)).toEqual([10, 20, 30, 30])
    expect(today).toBe(20)
  })

  test('has no today once it is over', () => {
    expect(usageOfCycle({ start: '2026-10-01', end: '2026-11-01' }, [], '2026-11-21').today).toBeUndefined()
  })

  test('names the busiest day, and none without usage', () => {
    const usage = [...daily('2026-11-01', 3, 10), ...daily('2026-11-04', 1, 31)]
    expect(busiestDay(usageOfCycle(NOVEMBER, usage, '2026-11-21'))).toBe(3)
    expect(busiestDay(usageOfCycle(NOVEMBER, [], '2026-11-21'))).toBeUndefined()
  })
})

describe('the forecast', () => {
  test('names the day on which the limit will be reached', () => {
    // 6.5 days with 10 MB each and half a day: 70 MB in 6.5 days; 210 MB used, 40 to go, 3.7 days from noon of the 21st
    expect(forecast(daily('2026-11-01', 21, 10), 250)).toEqual({ kind: 'reaches', index: 24 })
  })

  test('names the day on which the limit was passed', () => {
    expect(forecast(daily('2026-11-01', 21, 10), 95)).toEqual({ kind: 'reached', index: 9 })
  })

  test('estimates the total at the end of the cycle when the limit is far, or absent', () => {
    const bytes = expect.closeTo((210 + (70 / 6.5) * 9.5) * MB, -1)
    expect(forecast(daily('2026-11-01', 21, 10), 1024)).toEqual({ kind: 'ends', bytes })
    expect(forecast(daily('2026-11-01', 21, 10), 0)).toEqual({ kind: 'ends', bytes })
  })

  test('is absent without usage', () => {
    expect(forecast([], 250)).toBeUndefined()
  })

  test('uses the last days, not the whole cycle', () => {
    const calmNow = [...daily('2026-11-01', 10, 20), ...daily('2026-11-11', 11, 1)]
    const bytes = expect.closeTo((211 + (7 / 6.5) * 9.5) * MB, -1)
    expect(forecast(calmNow, 250)).toEqual({ kind: 'ends', bytes })
  })

  test('is absent without data: for a SIM that is not active, or without usage for days', () => {
    expect(forecast(daily('2026-11-01', 21, 10), 250, false)).toBeUndefined()
    expect(forecast([...daily('2026-11-01', 10, 20), ...daily('2026-11-11', 11, 0)], 250)).toBeUndefined()
    expect(forecast(daily('2026-11-01', 21, 10), 95, false)).toEqual({ kind: 'reached', index: 9 })
  })
})
