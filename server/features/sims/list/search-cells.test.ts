import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './search-cells.ts'

test('shares of what is shown are all of it, no cell gets more than it has, and none is left out for a larger one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 500 }),
      fc.array(fc.integer({ min: 0, max: 501 }), { minLength: 1 }),
      (total, found) => {
        const shares = sharesOf(total, found)
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
        expect(sum(shares)).toBe(Math.min(total, sum(found)))
        for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(found[index] ?? 0)
        const largest = Math.max(...shares)
        for (const [index, share] of shares.entries()) expect(share === found[index] || share >= largest - 1).toBe(true)
      },
    ),
  )
})
