import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

const page = (number: number, size = 10) => Array.from({ length: size }, (_, place) => number * 10 + place)

test('rows are found by their position in the list', () => {
  const cache = new PageCache<number>({ pageSize: 10, capacity: 3 })
  cache.put(4, page(4), 'c5')
  expect(cache.row(43)).toBe(43)
  expect(cache.row(39)).toBeUndefined()
  expect(cache.pagesFor(38, 61)).toEqual([3, 4, 5, 6])
  expect(cache.pagesFor(0, -1)).toEqual([])
})

test('a jump starts at the nearest known cursor before it and skips the rest', () => {
  const cache = new PageCache<number>({ pageSize: 10, capacity: 3 })
  expect(cache.startOf(0)).toEqual({ cursor: undefined, skip: 0 })
  expect(cache.startOf(900)).toEqual({ cursor: undefined, skip: 9000 })
  cache.put(0, page(0), 'c1')
  cache.put(900, page(900), 'c901')
  expect(cache.startOf(1)).toEqual({ cursor: 'c1', skip: 0 })
  expect(cache.startOf(500)).toEqual({ cursor: 'c1', skip: 4990 })
  expect(cache.startOf(903)).toEqual({ cursor: 'c901', skip: 20 })
})

test('the least recently used pages are evicted, their cursors stay', () => {
  const cache = new PageCache<number>({ pageSize: 10, capacity: 2 })
  cache.put(0, page(0), 'c1')
  cache.put(1, page(1), 'c2')
  cache.touch([0])
  cache.put(2, page(2), 'c3')
  expect([0, 1, 2].map((number) => cache.has(number))).toEqual([true, false, true])
  expect(cache.startOf(2)).toEqual({ cursor: 'c2', skip: 0 })
})

test('the last page determines the length of the list', () => {
  const cache = new PageCache<number>({ pageSize: 10, capacity: 9 })
  expect(cache.end).toBeUndefined()
  cache.put(3, page(3, 4), null)
  expect(cache.end).toBe(34)
})

test('a list that has grown has no end until its new last page is loaded', () => {
  const cache = new PageCache<number>({ pageSize: 10, capacity: 9 })
  cache.put(0, [], null)
  expect(cache.end).toBe(0)
  cache.put(0, page(0), 'c1')
  expect(cache.end).toBeUndefined()
})

test('following cursors from any start yields the list', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 235 }), fc.array(fc.nat(30), { maxLength: 12 }), (length, jumps) => {
      const all = Array.from({ length }, (_, index) => index)
      const cache = new PageCache<number>({ pageSize: 10, capacity: 4 })
      for (const jump of jumps) {
        const { cursor, skip } = cache.startOf(jump)
        const from = Number(cursor ?? 0) + skip
        const rows = all.slice(from, from + 10)
        cache.put(jump, rows, rows.length === 10 ? String(from + 10) : null)
      }
      for (const [index, row] of cache.entries()) expect(row).toBe(index)
      if (cache.end !== undefined) expect(cache.end).toBe(length)
    }),
  )
})
