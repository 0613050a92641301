import { expect, test } from 'vitest'
import { fullestPool, totalsOf } from './plan-figures.ts'

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
  const pool = (planName: string, poolUsed: number | null, poolMb: number | null) => ({ planName, poolUsed, poolMb })
  const MB = 1024 ** 2
  const pools = [pool('Own data', null, null), pool('Large', 400 * MB, 1_000), pool('Small', 9 * MB, 10)]
  expect(fullestPool(pools)).toEqual({ planName: 'Small', percent: 90 })
  expect(fullestPool(pools.slice(0, 1))).toBeUndefined()
})
