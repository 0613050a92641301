import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingCycleAt, localDay } from '../billing-cycle.ts'
import { addDays } from '../days.ts'
import { closesAt, cycleFrom, elapsedShare, spanOf, startOfDay } from './cycle-span.ts'

const DAY_MS = 86_400_000
/** In Santiago and Havana clocks change at midnight; Lord Howe's by half an hour; Apia once left a day out. */
const zones = fc.constantFrom(
  'America/Santiago',
  'America/Havana',
  'America/Lima',
  'America/Mexico_City',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
)
const instants = fc.date({ min: new Date('2012-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
const anchors = fc.integer({ min: 1, max: 28 })

test.each([
  ['2026-10-01', 'America/Santiago', '2026-10-01T03:00:00.000Z'],
  ['2026-06-01', 'America/Santiago', '2026-06-01T04:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone).toISOString()).toBe(instant)
})

test('a day begins at its first moment', () => {
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      const start = startOfDay(localDay(at, zone), zone)
      expect(localDay(start, zone)).toBe(localDay(at, zone))
      expect(localDay(new Date(start.getTime() - 1), zone) < localDay(at, zone)).toBe(true)
    }),
  )
})

test('each instant lies in exactly one cycle across clock changes: that of its local day', () => {
  fc.assert(
    fc.property(instants, anchors, zones, (at, anchor, zone) => {
      const cycle = billingCycleAt(at, anchor, zone)
      const span = spanOf(cycle, zone)
      expect(span.fromMs <= at.getTime() && at.getTime() < span.toMs).toBe(true)
      expect(spanOf(cycleFrom(cycle.end, anchor), zone).fromMs).toBe(span.toMs)
      expect(elapsedShare(span, at)).toBeCloseTo((at.getTime() - span.fromMs) / (span.toMs - span.fromMs))
      expect(closesAt(cycle, zone).getTime()).toBe(startOfDay(addDays(cycle.end, 6), zone).getTime())
    }),
  )
})

test('cycles follow one another month by month on every anchor day, including the 28th', () => {
  fc.assert(
    fc.property(instants, anchors, (at, anchor) => {
      let cycle = billingCycleAt(at, anchor, 'UTC')
      for (let month = 0; month < 14; month++) {
        const next = cycleFrom(cycle.end, anchor)
        const days = (Date.parse(next.end) - Date.parse(next.start)) / DAY_MS
        expect([next.start, Number(next.end.slice(8))]).toEqual([cycle.end, anchor])
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
        cycle = next
      }
    }),
  )
})

test('a cycle in which the anchor day changed ends at the next new anchor day', () => {
  expect(cycleFrom('2026-10-05', 20)).toEqual({ start: '2026-10-05', end: '2026-10-20' })
  expect(cycleFrom('2026-10-20', 5)).toEqual({ start: '2026-10-20', end: '2026-11-05' })
  expect(cycleFrom('2026-12-28', 28)).toEqual({ start: '2026-12-28', end: '2027-01-28' })
})
