import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedTo, placeAfterKey, placeAtPointer } from './reorder.ts'

test('an item moves to a position, and the others keep their order', () => {
  expect(movedTo(['a', 'b', 'c', 'd'], 'b', 2)).toEqual(['a', 'c', 'b', 'd'])
  expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.integer(), (list, index, place) => {
      const item = list[index % list.length] ?? 0
      const moved = movedTo(list, item, place)
      expect(moved.filter((one) => one !== item)).toEqual(list.filter((one) => one !== item))
      expect(moved.indexOf(item)).toBe(Math.max(0, Math.min(place, list.length - 1)))
    }),
  )
})

test('arrows, Home and End move an item; at the ends they do not', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'].map((key) => placeAfterKey(key, 1, 4))).toEqual([
    0,
    2,
    0,
    3,
    undefined,
  ])
  expect([placeAfterKey('ArrowUp', 0, 4), placeAfterKey('ArrowDown', 3, 4)]).toEqual([undefined, undefined])
})

test('a pointer is at the row whose middle it has not passed', () => {
  expect([0, 21, 65, 200].map((y) => placeAtPointer(y, [20, 64, 108]))).toEqual([0, 1, 2, 3])
})
