import { expect, test } from 'vitest'
import { fullestPool, movedSaving, overageSavings, savingOf, totalsOf } from './plan-figures.ts'

const plan = (currency: string, totalActive: number, planPrice: number) => ({
  currency,
  totalActive,
  totalSims: totalActive + 1,
  planPrice,
})

test('each currency has its own total of active SIMs times price [S9.04]', () => {
  expect(totalsOf([plan('USD', 3, 1_850), plan('CLP', 10, 1_640), plan('CLP', 5, 640), plan('PEN', 0, 390)])).toEqual([
    { currency: 'CLP', amountMinor: 19_600, activeSims: 15, sims: 17, plans: 2 },
    { currency: 'USD', amountMinor: 5_550, activeSims: 3, sims: 4, plans: 1 },
  ])
})

test('the fullest pool is by percent, not by size', () => {
  const pool = (planId: number, planName: string, poolUsed: number | null, poolMb: number | null) => ({
    ...{ planId, planName, poolUsed, poolMb },
  })
  const MB = 1024 ** 2
  const pools = [pool(1, 'Own data', null, null), pool(2, 'Large', 400 * MB, 1_000), pool(3, 'Small', 9 * MB, 10)]
  expect(fullestPool(pools)).toEqual({ planId: 3, planName: 'Small', percent: 90 })
  expect(fullestPool(pools.slice(0, 1))).toBeUndefined()
})

test('what advice saves is of one currency and a cycle, and once SIMs followed it of the other moves', () => {
  const cycle = { start: '2026-10-01', end: '2026-11-01' }
  const totals = [{ currency: 'CLP', invoicedMinor: null, todayMinor: 50_000, advisedMinor: 40_000, atMostMinor: 41_000 }]
  const options = { cycles: 2, marginPercent: 10, exceptPlans: [], exceptSims: [] }
  const asked = {
    adviceId: '6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6d7',
    askedAt: '2026-11-20T12:00:00.000Z',
    actor: 'ana@andes.test',
  }
  const side = { sims: 0, amountMinor: 0 }
  const plans = [['CL-A', 'CLP'] as const, ['CL-B', 'CLP'] as const, ['PE-A', 'PEN'] as const].map(([planCode, currency]) => ({
    ...{ planCode, planName: planCode, currency, pooled: false, dataMb: 50, use: [0, 0, 0, 0, 0, 0] },
    ...{ today: side, advised: side },
  }))
  const result = { sims: 42, cycles: [cycle, cycle], termsOf: '2026-12-01', totals, plans, moves: [] }
  const advice = { companyName: 'Andes', last: { ...asked, options, result }, followed: [] }
  expect(savingOf(advice, 'CLP')).toEqual({ companyName: 'Andes', amountMinor: 5_000, currency: 'CLP', isRest: false })
  expect(savingOf(advice, 'USD')).toBeUndefined()
  expect(savingOf({ ...advice, last: null }, 'CLP')).toBeUndefined()
  const followed = [{ ...asked, sims: 12, promised: [], outcome: null }]
  expect(savingOf({ ...advice, followed }, 'CLP')).toBeUndefined()
  const operation = { operationId: 10, state: 'scheduled', failed: 0, open: 12 } as const
  const moves = [
    { planCode: 'CL-A', sims: 9, savedMinor: 9_000, operation },
    { planCode: 'CL-B', sims: 3, savedMinor: 2_001 },
    { planCode: 'PE-A', sims: 1, savedMinor: -100 },
  ]
  const begun = { companyName: 'Andes', last: { ...asked, options, result: { ...result, moves } }, followed }
  expect(savingOf(begun, 'CLP')).toEqual({ companyName: 'Andes', amountMinor: 1_001, currency: 'CLP', isRest: true })
  expect(savingOf(begun, 'PEN')).toBeUndefined()
  // of all moves, ordered or not
  expect(movedSaving({ moves, plans }, 'CLP')).toBe(11_001)
  // and less overage of the pools, in each of two cycles: together what the totals say
  const pen = { currency: 'PEN', invoicedMinor: null, todayMinor: 900, advisedMinor: 1_000, atMostMinor: 1_000 }
  expect(overageSavings({ ...result, totals: [...totals, pen], moves })).toEqual([{ currency: 'CLP', amountMinor: -500 }])
  const earlier = moves.map(({ planCode, sims }) => ({ planCode, sims }))
  expect(overageSavings({ ...result, moves: earlier })).toEqual([])
})
