import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDay } from './billing-cycle.ts'
import {
  changedTerms,
  firstDayOfChange,
  firstMonthOfChange,
  isPlanCode,
  isPlanTerm,
  planTotalMinor,
  type TermValues,
} from './plans.ts'

const TERMS: TermValues = {
  priceMinor: 1_640,
  hibernationFeeMinor: 120,
  dataMb: 250,
  includedSms: 30,
  includedVoiceSeconds: 0,
  overageUnitMb: 1,
  overagePriceMinor: 71,
  smsPriceMinor: 40,
  voicePriceMinor: 0,
}

test('a plan’s total is its active SIMs times its price [S9.04]', () => {
  expect(planTotalMinor(24_310, 1_190)).toBe(28_928_900)
  expect(planTotalMinor(0, 1_190)).toBe(0)
})

test('the most expensive plan on a million SIMs is still a safe integer', () => {
  expect(isPlanTerm('priceMinor', 1_000_000_000)).toBe(true)
  expect(Number.isSafeInteger(planTotalMinor(1_000_000, 1_000_000_000))).toBe(true)
})

test.each([
  ['priceMinor', -1],
  ['priceMinor', 0.5],
  ['priceMinor', Number.NaN],
  ['dataMb', 1_048_577],
  ['overageUnitMb', 0],
] as const)('%s can not be %d', (term, value) => expect(isPlanTerm(term, value)).toBe(false))

test('a code consists of capital letters, digits and a few signs', () => {
  expect(['CL-IOT250', '5G', 'A.B_C'].every(isPlanCode)).toBe(true)
  expect(['', 'A', 'cl-iot', '-A1', 'A B', `A${'1'.repeat(40)}`].some(isPlanCode)).toBe(false)
})

test('only differing terms count as changed', () => {
  expect(changedTerms(TERMS, { ...TERMS })).toEqual([])
  expect(changedTerms(TERMS, { ...TERMS, includedSms: 31, priceMinor: 1 })).toEqual(['priceMinor', 'includedSms'])
})

test('terms change from a day that has not begun in any time zone', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (now) => {
      const zones = ['Pacific/Kiritimati', 'UTC', 'America/Santiago', 'Pacific/Pago_Pago']
      expect(zones.every((zone) => localDay(now, zone) < firstDayOfChange(now))).toBe(true)
      expect(firstMonthOfChange(now) >= firstDayOfChange(now)).toBe(true)
      expect(firstMonthOfChange(now).endsWith('-01')).toBe(true)
    }),
    { numRuns: 100 },
  )
  expect(firstDayOfChange(new Date('2026-11-21T12:00:00Z'))).toBe('2026-11-23')
  expect(firstMonthOfChange(new Date('2026-12-21T12:00:00Z'))).toBe('2027-01-01')
  expect(firstMonthOfChange(new Date('2026-11-29T23:00:00Z'))).toBe('2026-12-01')
})
