import { expect, test } from 'vitest'
import { billingCycleAt } from './billing-cycle.ts'
import { addDays, cycleBefore, lastDayOf } from './days.ts'

test.each([
  ['2026-11-29', 0, '2026-11-29'],
  ['2026-11-30', 1, '2026-12-01'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  // clocks go forward in Santiago on 6 September
  ['2026-09-05', 2, '2026-09-07'],
])('%s and %i days are %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
})

test('a cycle ends on the day before the next one begins, and the one before it ends where it begins', () => {
  for (const anchorDay of [1, 15, 28]) {
    for (const at of ['2026-01-20', '2026-03-28', '2026-12-31']) {
      const cycle = billingCycleAt(new Date(`${at}T12:00:00Z`), anchorDay, 'UTC')
      expect(billingCycleAt(new Date(`${lastDayOf(cycle)}T12:00:00Z`), anchorDay, 'UTC')).toEqual(cycle)
      expect(cycleBefore(cycle)).toEqual(billingCycleAt(new Date(`${addDays(cycle.start, -1)}T12:00:00Z`), anchorDay, 'UTC'))
    }
  }
})
