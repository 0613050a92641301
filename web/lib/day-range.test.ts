import { describe, expect, test } from 'vitest'
import { addMonths, presetRange, sheetOf } from './day-range.ts'

const CYCLE = { start: '2026-11-15', end: '2026-12-15' }

describe('presets of a span of days', () => {
  test('include today', () => {
    expect(presetRange('week', '2026-11-24', undefined)).toEqual({ from: '2026-11-18', to: '2026-11-24' })
    expect(presetRange('yesterday', '2026-03-01', undefined)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  })
  test('of cycles end the day before the next one, and are unknown without a cycle', () => {
    expect(presetRange('cycle', '2026-11-24', CYCLE)).toEqual({ from: '2026-11-15', to: '2026-12-14' })
    expect(presetRange('lastCycle', '2026-11-24', CYCLE)).toEqual({ from: '2026-10-15', to: '2026-11-14' })
    expect(presetRange('cycle', '2026-11-24', undefined)).toBeUndefined()
  })
})

test('a sheet has whole weeks from Monday on, no more than the month needs', () => {
  const sheet = sheetOf('2026-11-24')
  expect([sheet[0]?.[0], sheet.at(-1)?.at(-1), sheet.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  expect(sheetOf('2027-02-10').length).toBe(4)
})

test('months turn over the year', () => {
  expect([addMonths('2026-12-31', 1), addMonths('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
})
