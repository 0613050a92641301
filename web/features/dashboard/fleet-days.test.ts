import { expect, test } from 'vitest'
import { changeOf, daysOfRange } from './fleet-days.ts'

/** September and the first ten days of October; each day uses its number, October tenfold. */
const usage = {
  days: [
    ...Array.from({ length: 30 }, (_, index) => ({
      day: `2026-09-${String(index + 1).padStart(2, '0')}`,
      dataBytes: index + 1,
    })),
    ...Array.from({ length: 10 }, (_, index) => ({
      day: `2026-10-${String(index + 1).padStart(2, '0')}`,
      dataBytes: (index + 1) * 10,
    })),
  ],
  cycle: { start: '2026-10-01', end: '2026-11-01' },
  previousCycle: { start: '2026-09-01', end: '2026-10-01' },
}

test('a cycle has all of its days, each beside the same day of the cycle before', () => {
  const days = daysOfRange(usage, 'cycle')
  expect(days).toHaveLength(31)
  expect(days[0]).toEqual({ day: '2026-10-01', dataBytes: 10, before: 1 })
  expect(days[29]).toEqual({ day: '2026-10-30', dataBytes: 0, before: 30 })
  // the cycle before was a day shorter
  expect(days[30]).toEqual({ day: '2026-10-31', dataBytes: 0, before: undefined })
})

test('seven days stand beside the seven before them', () => {
  const days = daysOfRange(usage, '7d')
  expect(days.map(({ day, before }) => [day.slice(5), before])).toEqual([
    ['10-04', 27],
    ['10-05', 28],
    ['10-06', 29],
    ['10-07', 30],
    ['10-08', 10],
    ['10-09', 20],
    ['10-10', 30],
  ])
})

test('the change is by the days that are over: today is not', () => {
  const totals = changeOf(daysOfRange(usage, 'cycle'), '2026-10-10')
  expect(totals.used).toBe(550)
  // nine days of October, 450, against nine of September, 45
  expect(totals.change).toBe(900)
  expect(changeOf(daysOfRange({ ...usage, days: usage.days.slice(30) }, 'cycle'), '2026-10-10').change).toBeUndefined()
})
