import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingCycleAt, localDay } from './billing-cycle.ts'

test.each([
  ['2026-11-21T12:00:00Z', 1, 'America/Santiago', '2026-11-01', '2026-12-01'],
  ['2026-11-01T02:59:59Z', 1, 'America/Santiago', '2026-10-01', '2026-11-01'],
  ['2026-11-01T03:00:00Z', 1, 'America/Santiago', '2026-11-01', '2026-12-01'],
  ['2026-03-14T12:00:00Z', 15, 'America/Lima', '2026-02-15', '2026-03-15'],
  ['2026-03-15T12:00:00Z', 15, 'America/Lima', '2026-03-15', '2026-04-15'],
  ['2026-01-10T12:00:00Z', 28, 'Europe/Berlin', '2025-12-28', '2026-01-28'],
  ['2026-12-31T23:30:00Z', 1, 'Europe/Berlin', '2027-01-01', '2027-02-01'],
])('%s with anchor %d in %s lies in %s – %s', (instant, anchor, zone, start, end) => {
  expect(billingCycleAt(new Date(instant), anchor, zone)).toEqual({ start, end })
})

test('each instant lies in one cycle, and the next cycle begins where it ends', () => {
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom('America/Santiago', 'America/Mexico_City', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC')
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 28 }), zone, (at, anchor, timeZone) => {
      const { start, end } = billingCycleAt(at, anchor, timeZone)
      const day = localDay(at, timeZone)
      expect(start <= day && day < end).toBe(true)
      expect(billingCycleAt(new Date(`${end}T12:00:00Z`), anchor, 'UTC').start).toBe(end)
    }),
  )
})
