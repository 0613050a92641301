import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderedRows } from './row-window.ts'

test('renders all visible rows, and keeps the full height', () => {
  const numbers = fc.integer({ min: -2_000_000, max: 2000 })
  fc.assert(
    fc.property(fc.nat(100_000), fc.constantFrom(44, 52, 112), numbers, fc.nat(2000), (count, height, top, to) => {
      const { first, end, above, below } = renderedRows(count, height, { top, from: 0, to })
      expect(above + (end - first) * height + below).toBe(count * height)
      const isSeen = (row: number) => row >= 0 && row < count && top + (row + 1) * height > 0 && top + row * height < to
      const [upper, lower] = [Math.floor(-top / height), Math.floor((to - top) / height)]
      for (const row of [upper, lower].filter(isSeen)) expect(row >= first && row < end).toBe(true)
    }),
  )
})

test('renders a hundred rows of a hundred thousand, and all of a few', () => {
  const { first, end } = renderedRows(100_000, 44, { top: -440_000, from: 0, to: 900 })
  expect(first).toBe(10_000 - 12)
  expect(end - first).toBeLessThan(60)
  expect(renderedRows(40, 44, { top: -440_000, from: 0, to: 900 })).toEqual({ first: 0, end: 40, above: 0, below: 0 })
})
