import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStay, MAX_STAY_MONTHS, stayEnd } from './minimum-stay.ts'
import { DAY_MS } from './time.ts'

test.each([
  ['2026-11-26', 12, '2027-11-26'],
  ['2026-11-26', 1, '2026-12-26'],
  ['2026-12-01', 1, '2027-01-01'],
  // shorter months
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-10-31', 6, '2027-04-30'],
  ['2026-11-26', 0, undefined],
])('who gets a plan on %s for %i months may change it from %s on', (from, months, end) => {
  expect(stayEnd(from, months)).toBe(end)
})

test('a minimum stay is a whole number of months, up to five years', () => {
  expect([0, 1, MAX_STAY_MONTHS].map(isStay)).toEqual([true, true, true])
  expect([-1, 0.5, Number.NaN, MAX_STAY_MONTHS + 1].map(isStay)).toEqual([false, false, false, false])
})

const days = fc
  .integer({ min: 0, max: 40_000 })
  .map((day) => new Date(Date.UTC(2000, 0, 1) + day * DAY_MS).toISOString().slice(0, 10))
const months = fc.integer({ min: 1, max: MAX_STAY_MONTHS })

test('a stay ends on the day of the month on which it began, or on the last one of a shorter month', () => {
  fc.assert(
    fc.property(days, months, (from, stay) => {
      const end = stayEnd(from, stay) ?? ''
      const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
      expect(months(end) - months(from)).toBe(stay)
      const dayAfter = new Date(Date.parse(end) + DAY_MS).toISOString().slice(8, 10)
      expect(end.slice(8) === from.slice(8) || (end.slice(8) < from.slice(8) && dayAfter === '01')).toBe(true)
    }),
  )
})

test('who begins later or stays longer is not free earlier', () => {
  fc.assert(
    fc.property(days, days, months, months, (a, b, short, long) => {
      const [first = '', second = ''] = [a, b].toSorted()
      expect((stayEnd(first, short) ?? '') <= (stayEnd(second, short) ?? '')).toBe(true)
      if (short < long) expect((stayEnd(first, short) ?? '') < (stayEnd(first, long) ?? '')).toBe(true)
    }),
  )
})
