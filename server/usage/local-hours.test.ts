import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localHour, sameHourBefore, spannedHour, spreadOverHours } from './local-hours.ts'

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

test('a whole local hour: a repeated one lasts until its second time is over, and one that clocks leave out was not there', () => {
  const spanOf = (ms: number, calendar = CHILE) => {
    const { beginsMs, endsMs, day, hour } = spannedHour(ms, calendar)
    return [day, hour, new Date(beginsMs).toISOString(), new Date(endsMs).toISOString()]
  }
  expect(spanOf(Date.UTC(2026, 10, 21, 12, 20))).toEqual([
    '2026-11-21',
    9,
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T13:00:00.000Z',
  ])
  expect(spanOf(Date.UTC(2026, 10, 21, 12, 20), INDIA)).toEqual([
    ...['2026-11-21', 17, '2026-11-21T11:30:00.000Z', '2026-11-21T12:30:00.000Z'],
  ])
  const repeated = ['2026-04-04', 23, '2026-04-05T02:00:00.000Z', '2026-04-05T04:00:00.000Z']
  expect(spanOf(Date.UTC(2026, 3, 5, 2, 10))).toEqual(repeated)
  expect(spanOf(Date.UTC(2026, 3, 5, 3, 50))).toEqual(repeated)
  // clocks went on from 24:00 to 01:00 on 2026-09-05
  const midnight = spannedHour(Date.UTC(2026, 8, 13, 3), CHILE)
  expect([midnight.day, midnight.hour]).toEqual(['2026-09-13', 0])
  expect(sameHourBefore(midnight, 7, CHILE)).toBeUndefined()
  expect(sameHourBefore(midnight, 14, CHILE)).toMatchObject({ day: '2026-08-30', hour: 0, beginsMs: Date.UTC(2026, 7, 30, 4) })
})

test('hours follow each other without a gap, each local one once, whatever clocks do', () => {
  for (const timeZone of ['America/Santiago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Asia/Kathmandu']) {
    const calendar = { timeZone, anchorDay: 1 }
    // all changes of 2026 in these zones, and a day without one
    for (const about of ['03-28', '04-04', '09-05', '10-03', '10-24', '12-01']) {
      const seen = new Set<string>()
      let hour = spannedHour(Date.parse(`2026-${about}`), calendar)
      for (const until = hour.beginsMs + 3 * 86_400_000; hour.beginsMs < until; ) {
        expect(seen.has(`${hour.day} ${hour.hour}`)).toBe(false)
        seen.add(`${hour.day} ${hour.hour}`)
        const next = spannedHour(hour.endsMs, calendar)
        expect(next.beginsMs).toBe(hour.endsMs)
        hour = next
      }
    }
  }
})
