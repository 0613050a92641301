import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BYTES_PER_MB, consumptionPercent, poolLevel } from './usage.ts'

test.each([
  [0, 0, 0],
  [5 * BYTES_PER_MB, 0, 0],
  [0, 250, 0],
  [125 * BYTES_PER_MB, 250, 50],
  [212 * BYTES_PER_MB, 250, 85],
  [300 * BYTES_PER_MB, 250, 120],
  [1, 250, 0],
  [BYTES_PER_MB, 200, 1],
  [BYTES_PER_MB / 2, 100, 1],
])('%d bytes of %d MB are %d %% [S3.07, S9.02]', (bytes, planMb, percent) => {
  expect(consumptionPercent(bytes, planMb)).toBe(percent)
})

test('the percent of a whole plan times n is 100 n, for any plan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_048_576 }), fc.integer({ min: 0, max: 1000 }), (planMb, n) => {
      expect(consumptionPercent(n * planMb * BYTES_PER_MB, planMb)).toBe(100 * n)
    }),
  )
})

test.each([
  [0, 'ample'],
  [49, 'ample'],
  [50, 'half'],
  [99, 'half'],
  [100, 'full'],
  [104, 'full'],
] as const)('a pool at %d %% is %s [S4.17, S9.05]', (percent, level) => {
  expect(poolLevel(percent)).toBe(level)
})
