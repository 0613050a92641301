import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainAmount } from './money.ts'

test.each([
  [8330, 'CLP', '8330'],
  [123_456, 'USD', '1234.56'],
  [5, 'USD', '0.05'],
  [-1_234_567, 'MXN', '-12345.67'],
  [0, 'PEN', '0.00'],
])('%i %s is %s', (amount, currency, text) => {
  expect(plainAmount(amount, currency)).toBe(text)
})

test('amounts are exact at any size', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      expect(BigInt(plainAmount(amount, 'USD').replace('.', ''))).toBe(BigInt(amount))
    }),
  )
})
