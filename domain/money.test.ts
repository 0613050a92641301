import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoneyIn, plainAmount } from './money.ts'

test.each([
  [8330, 'CLP', '8330'],
  [123_456, 'USD', '1234.56'],
  [5, 'USD', '0.05'],
  [-1_234_567, 'MXN', '-12345.67'],
  [0, 'PEN', '0.00'],
])('%i %s is %s', (amount, currency, text) => {
  expect(plainAmount(amount, currency)).toBe(text)
})

test.each([
  [4_631_248, 'CLP', '$4.631.248', '$4,631,248'],
  [4_631_248_050, 'USD', '$46.312.480,50', '$46,312,480.50'],
  [-5, 'USD', '−$0,05', '−$0.05'],
])('%i %s is written %s, in English %s [S9.07]', (amount, currency, es, en) => {
  expect([formatMoneyIn(amount, currency, 'es'), formatMoneyIn(amount, currency, 'en')]).toEqual([es, en])
})

test('amounts are exact at any size', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      expect(BigInt(plainAmount(amount, 'USD').replace('.', ''))).toBe(BigInt(amount))
    }),
  )
})
