import { expect, test } from 'vitest'
import { billingBars, isBandDrawn, scaleOf, shortAmount, topOf } from './billing-bars.ts'

const data = (months: string[], amounts: number[], [low, high] = [48_190_000, 48_190_000]) => ({
  billing: { series: [{ name: 'CLP', data: amounts }], xaxis: { categories: months } },
  estimated: { estimated: 48_190_000, low, high, last: 46_312_480, currency: 'CLP' },
  cycle: { start: '2026-11-15', end: '2026-12-15', timeZone: 'America/Santiago' },
})

test('the running cycle is last as an estimate, with or without the server’s row', () => {
  const past = billingBars(data(['2026-09-01', '2026-10-01'], [44_900_000, 46_312_480]))
  expect(past.map(({ amountMinor, isEstimate }) => [amountMinor, isEstimate])).toEqual([
    [44_900_000, false],
    [46_312_480, false],
    [48_190_000, true],
  ])
  const listed = billingBars(data(['2026-10-01', '2026-11-01'], [46_312_480, 48_190_000]))
  expect(listed.map(({ isEstimate }) => isEstimate)).toEqual([false, true])
})

test('the estimate reaches to the upper end of its band, when it has one', () => {
  const [, estimate] = billingBars(data(['2026-10-01'], [46_312_480], [47_000_000, 50_000_000]))
  expect(estimate?.band).toEqual({ low: 47_000_000, high: 50_000_000 })
  expect(estimate && topOf(estimate)).toBe(50_000_000)
  const [issued, plain] = billingBars(data(['2026-10-01'], [46_312_480]))
  expect([issued?.band, plain?.band]).toEqual([undefined, undefined])
  expect(plain && topOf(plain)).toBe(48_190_000)
})

test('a band is drawn only where its two ends stand apart', () => {
  expect(isBandDrawn({ low: 47_000_000, high: 50_000_000 })).toBe(true)
  expect(isBandDrawn({ low: 51_274_589, high: 51_416_262 })).toBe(false)
})

test('without an issued cycle there are no bars', () => {
  expect(billingBars(data([], []))).toEqual([])
})

test('labels are short in a unit that fits the largest', () => {
  const bars = billingBars(data(['2026-10-01'], [46_312_480]))
  expect(scaleOf(bars, 'CLP')).toBe('unitMillions')
  expect(shortAmount(46_312_480, 'CLP', 'unitMillions')).toBe('46,3')
  expect(shortAmount(4_631_248_000_000, 'CLP', 'unitMillions')).toBe('4.631.248')
  const dollars = [{ month: '2026-10-01', amountMinor: 1_204_550, isEstimate: false }]
  expect(scaleOf(dollars, 'USD')).toBe('unitThousands')
  expect(shortAmount(1_204_550, 'USD', 'unitThousands')).toBe('12,0')
  expect(scaleOf([{ month: '2026-10-01', amountMinor: 99_900, isEstimate: false }], 'USD')).toBe('unitWhole')
})
