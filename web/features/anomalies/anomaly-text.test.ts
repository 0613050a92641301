import { expect, test } from 'vitest'
import { factorText } from './anomaly-text.ts'

test('a factor has a decimal below ten, and is short above 9999', () => {
  const factors = [2.44, 9.9, 9.96, 11.7, 187.3, 9999, 2_000_000].map((times) => factorText({ times, own: 0 }))
  expect(factors).toEqual(['×2,4', '×9,9', '×10', '×12', '×187', '×9.999', expect.stringMatching(/^×2\sM/)])
})
