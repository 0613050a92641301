import { expect, test } from 'vitest'
import { RADIUS, slicesOf } from './donut.ts'

const ROUND = 2 * Math.PI * RADIUS

test('slices fill the ring, the largest in the darkest colour, with a gap between them', () => {
  const slices = slicesOf([75, 25])
  expect(slices.map(({ offset }) => offset)).toEqual([0, ROUND * 0.75])
  expect(slices.map(({ color }) => color)).toEqual(['var(--ink-1)', 'var(--ink-2)'])
  expect(slices.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(ROUND)
})

test('one operator fills the ring, none gives no slice, and the smallest stays visible', () => {
  expect(slicesOf([7])[0]?.length).toBeCloseTo(ROUND)
  expect(slicesOf([0])).toEqual([])
  expect(slicesOf([1_000_000, 1])[1]?.length).toBeGreaterThan(0.5)
  expect(slicesOf([9, 8, 7, 6, 5, 4, 3]).at(-1)?.color).toBe('var(--ink-6)')
})
