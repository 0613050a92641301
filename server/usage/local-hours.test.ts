import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localHour, spreadOverHours } from './local-hours.ts'

const CHILE = { timeZone: 'America/Santiago', anchorDay: 1 }
const INDIA = { timeZone: 'Asia/Kolkata', anchorDay: 15 }

test('the local hour, also with an offset of half an hour', () => {
  expect(localHour(Date.UTC(2026, 11, 1, 2, 59), CHILE)).toEqual({ day: '2026-11-30', hour: 23, cycleStart: '2026-11-01' })
  expect(localHour(Date.UTC(2026, 11, 1, 3, 0), CHILE)).toEqual({ day: '2026-12-01', hour: 0, cycleStart: '2026-12-01' })
  expect(localHour(Date.UTC(2026, 10, 14, 18, 30), INDIA)).toEqual({ day: '2026-11-15', hour: 0, cycleStart: '2026-11-15' })
  expect(localHour(Date.UTC(2026, 10, 14, 18, 29), INDIA)).toEqual({ day: '2026-11-14', hour: 23, cycleStart: '2026-10-15' })
})

test('usage across the end of a cycle is split by time', () => {
  const end = Date.UTC(2026, 11, 1, 3)
  expect(spreadOverHours(1_000, end - 45 * 60_000, end + 15 * 60_000, CHILE)).toEqual([
    { day: '2026-11-30', hour: 23, cycleStart: '2026-11-01', bytes: 750 },
    { day: '2026-12-01', hour: 0, cycleStart: '2026-12-01', bytes: 250 },
  ])
})

test('usage without a span belongs to the hour of its record', () => {
  const at = Date.UTC(2026, 10, 21, 12, 20)
  for (const from of [at, at + 1, at - 60_000]) {
    expect(spreadOverHours(7, from, at, CHILE)).toEqual([{ day: '2026-11-21', hour: 9, cycleStart: '2026-11-01', bytes: 7 }])
  }
  expect(spreadOverHours(0, at - 1, at, CHILE)).toEqual([])
})

test('the repeated hour of a clock change has one sum, and the parts sum up to the whole', () => {
  // in Chile clocks went back from 24:00 to 23:00 on 2026-04-04, so 23 h lasted from 02:00 to 04:00 UTC
  const pieces = spreadOverHours(7_200, Date.UTC(2026, 3, 5, 2), Date.UTC(2026, 3, 5, 4), CHILE)
  expect(pieces).toEqual([{ day: '2026-04-04', hour: 23, cycleStart: '2026-04-01', bytes: 7_200 }])
  fc.assert(
    fc.property(fc.nat(2 ** 45), fc.nat(86_400_000 * 3), fc.nat(86_400_000), (bytes, spanMs, offset) => {
      const to = Date.UTC(2026, 10, 21) + offset
      const all = spreadOverHours(bytes, to - spanMs, to, INDIA)
      expect(all.reduce((sum, piece) => sum + piece.bytes, 0)).toBe(bytes)
      expect(new Set(all.map(({ day, hour }) => `${day} ${hour}`)).size).toBe(all.length)
      for (const piece of all) expect(piece.bytes).toBeGreaterThan(0)
    }),
  )
})
