import { expect, test } from 'vitest'
import { totalsOf } from './plan-figures.ts'

const plan = (currency: string, totalActive: number, planPrice: number) => ({ currency, totalActive, planPrice })

test('each currency has its own total of active SIMs times price [S9.04]', () => {
  expect(totalsOf([plan('USD', 3, 1_850), plan('CLP', 10, 1_640), plan('CLP', 5, 640), plan('PEN', 0, 390)])).toEqual([
    { currency: 'CLP', amountMinor: 19_600, activeSims: 15 },
    { currency: 'USD', amountMinor: 5_550, activeSims: 3 },
  ])
})
