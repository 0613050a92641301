import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { USUAL_SILENCE_S, unusualFrom, usualSilence } from './silence.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** What is estimated after a device was seen at the end of each silence, the first of which ends when it is seen for the first time. */
const estimated = (silences: readonly number[], before: number | null = null): number =>
  silences.reduce<number>((usual, silence) => usualSilence(usual, silence), usualSilence(before, 0))

/** A day of reports every ten minutes, but for the silences given. */
const everyTenMinutes = (hours: number): number[] => Array.from({ length: hours * 6 }, () => HOUR / 6)
const days = (count: number, day: (index: number) => readonly number[]): number[] =>
  Array.from({ length: count }, (_, index) => day(index)).flat()

describe('the longest silence that is usual for a SIM', () => {
  test('is days for a new one, whatever it does at first', () => {
    expect(usualSilence(null, 0)).toBe(3 * DAY)
    expect(estimated(everyTenMinutes(12))).toBeGreaterThan(2 * DAY)
  })

  test.each([
    ['every ten minutes', days(60, () => everyTenMinutes(24)), HOUR, 2 * HOUR],
    ['by day, with nights of 9 hours', days(60, () => [...everyTenMinutes(15), 9 * HOUR]), 9 * HOUR, 9 * HOUR],
    ['once a day', days(60, () => [DAY]), DAY, DAY],
    ['once a week', days(12, () => [7 * DAY]), 7 * DAY, 7 * DAY],
  ])('of a device that reports %s is known after two months', (_, silences, least, most) => {
    const usual = estimated(silences)
    expect(usual).toBeGreaterThanOrEqual(least)
    expect(usual).toBeLessThanOrEqual(most)
  })

  test('of a truck that rests at weekends covers the next weekend', () => {
    const week = [...days(4, () => [...everyTenMinutes(14), 10 * HOUR]), ...everyTenMinutes(14), 62 * HOUR]
    const friday = estimated([...days(8, () => week), ...week.slice(0, -1)])
    const resting = unusualFrom(new Date(0), friday).getTime() / 1000
    expect(resting).toBeGreaterThan(62 * HOUR)
    expect(resting).toBeLessThan(5 * DAY)
  })

  test('is never shorter than an hour or the silence that just ended, and falls by half in ten days', () => {
    fc.assert(
      fc.property(fc.integer({ min: HOUR, max: 90 * DAY }), fc.integer({ min: 0, max: 90 * DAY }), (before, silence) => {
        const usual = usualSilence(before, silence)
        expect(usual).toBeGreaterThanOrEqual(Math.max(USUAL_SILENCE_S.least, silence))
        expect(usual).toBeLessThanOrEqual(Math.max(USUAL_SILENCE_S.least, silence, before))
      }),
    )
    expect(
      estimated(
        days(10, () => everyTenMinutes(24)),
        10 * DAY,
      ),
    ).toBeCloseTo(5 * DAY, 0)
  })
})
