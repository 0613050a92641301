import { expect, test } from 'vitest'
import { groupNeighbours } from './group-neighbours.ts'

test('only neighbours are one group, and each is compared with the first of its group', () => {
  expect(groupNeighbours(['b1', 'b2', 'a1', 'b3'], (a, b) => a[0] === b[0])).toEqual([['b1', 'b2'], ['a1'], ['b3']])
  expect(groupNeighbours([1, 2, 3, 4], (a, b) => b - a < 2)).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(groupNeighbours([], () => true)).toEqual([])
})
