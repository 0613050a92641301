import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import {
  bytesLike,
  decimalsOf,
  formatBytes,
  formatDate,
  formatDay,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSecond,
  groupsOfFour,
  monthNameOf,
  monthOf,
  percentOf,
} from './format.ts'
import { formatAge, formatDayHeading } from './format-moments.ts'
import { language } from './preferences.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

beforeEach(() => {
  // outside a browser there is no document and no storage; the choice itself is tested here
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  language.set('es')
})
afterEach(() => {
  language.set('es')
  vi.unstubAllGlobals()
})

test('numbers are grouped the German way, four digits too; in English with commas [S9.07]', () => {
  expect([0, 999, 1872, 41286, 12345678].map(formatNumber)).toEqual(['0', '999', '1.872', '41.286', '12.345.678'])
  language.set('en')
  expect(formatNumber(41286)).toBe('41,286')
  expect(formatMoney(1204550, 'USD')).toBe('$12,045.50')
  expect(formatPercent(69.37, 1)).toBe('69.4%')
  expect(plain(formatBytes(8.4 * 1024 ** 2))).toBe('8.4 MB')
})

test('bytes go in steps of 1024 with one decimal under 10 [S9.03]', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [1023, '1.023 B'],
    [1024, '1,0 KB'],
    [9.94 * 1024, '9,9 KB'],
    [9.96 * 1024, '10 KB'],
    [1024 ** 2, '1,0 MB'],
    [8.4 * 1024 ** 2, '8,4 MB'],
    [274.4 * 1024 ** 2, '274 MB'],
    [1023.4 * 1024 ** 2, '1.023 MB'],
    [1023.6 * 1024 ** 2, '1,0 GB'],
    [1.7 * 1024 ** 4, '1,7 TB'],
    [3 * 1024 ** 6, '3.072 PB'],
  ]
  for (const [bytes, text] of cases) expect(plain(formatBytes(bytes)), String(bytes)).toBe(text)
})

test('amounts that are compared have the unit of the greatest [S9.03]', () => {
  const format = bytesLike(228 * 1024 ** 3)
  const amounts = [0, 1, 60 * 1024 ** 2, 900 * 1024 ** 2, 9.96 * 1024 ** 3, 228 * 1024 ** 3]
  expect(amounts.map(format).map(plain)).toEqual(['0 GB', '< 0,1 GB', '0,1 GB', '0,9 GB', '10 GB', '228 GB'])
  expect([0, 1, 512].map(bytesLike(512)).map(plain)).toEqual(['0 B', '1 B', '512 B'])
})

describe('money', () => {
  test('has a $ before it and the decimals of its currency [S9.07]', () => {
    expect(formatMoney(46312480, 'CLP')).toBe('$46.312.480')
    expect(formatMoney(1204550, 'USD')).toBe('$12.045,50')
    expect(formatMoney(-500, 'CLP')).toBe('−$500')
  })
  test('an unknown currency has two decimals', () => {
    expect(['CLP', 'USD', 'PEN', 'zz'].map(decimalsOf)).toEqual([0, 2, 2, 2])
  })
})

test('percent', () => {
  expect(plain(formatPercent(69.37, 1))).toBe('69,4 %')
  expect(percentOf(1, 0)).toBe(0)
  expect(percentOf(1, 4)).toBe(25)
})

test('identifiers are grouped by four from the left', () => {
  expect(groupsOfFour('89560300041827741933')).toEqual(['8956', '0300', '0418', '2774', '1933'])
  expect(groupsOfFour('8956030004182774193')).toEqual(['8956', '0300', '0418', '2774', '193'])
  expect(groupsOfFour('')).toEqual([])
})

describe('dates', () => {
  const at = '2026-11-21T12:42:00Z'
  const zone = 'America/Santiago'
  test('a moment is shown in its zone, with the zone', () => {
    expect(formatMoment(at, zone)).toBe('21 nov 2026, 09:42 (GMT−3)')
    expect(formatSecond('2026-11-21T12:42:07.250Z')).toMatch(/, \d\d:42:07$/)
    expect(formatDate('2026-11-21T01:00:00Z', zone)).toBe('20 nov 2026')
  })
  test('midnight is 00:00', () => {
    expect(formatMoment('2026-11-21T03:00:00Z', zone)).toBe('21 nov 2026, 00:00 (GMT−3)')
  })
  test('the heading of a day has its word while that is today or yesterday', () => {
    const now = new Date(2026, 10, 29, 0, 5).getTime()
    const heading = (...moment: [year: number, month: number, day: number, hour: number]) =>
      formatDayHeading(new Date(...moment).toISOString(), now, { today: 'Hoy', yesterday: 'Ayer' })
    expect(heading(2026, 10, 29, 0)).toBe('Hoy, 29 nov 2026')
    expect(heading(2026, 10, 28, 23)).toBe('Ayer, 28 nov 2026')
    expect([heading(2026, 10, 27, 23), heading(2025, 10, 29, 0)]).toEqual(['27 nov 2026', '29 nov 2025'])
  })
  test('an age has its largest unit, or hours for longer than a day', () => {
    const ages = [30_000, 5 * MINUTE_MS, 23.9 * HOUR_MS, 26 * HOUR_MS, 71.9 * HOUR_MS, 72 * HOUR_MS]
    expect(ages.map((age) => formatAge(age))).toEqual(['', '5 min', '23 h', '1 d', '2 d', '3 d'])
    expect(ages.map((age) => formatAge(age, 72))).toEqual(['', '5 min', '23 h', '26 h', '71 h', '3 d'])
  })
  test('a calendar day has no zone', () => {
    expect([formatDay('2026-11-01'), monthOf('2026-09-01'), monthNameOf('2026-11-01')]).toEqual(['1 nov', 'sep', 'noviembre'])
  })
  test('English writes months with a capital letter', () => {
    language.set('en')
    expect(formatMoment(at, zone)).toBe('21 Nov 2026, 09:42 (GMT−3)')
    expect(monthOf('2026-09-01')).toBe('Sep')
  })
})
