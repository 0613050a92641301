import { expect, test } from 'vitest'
import { tagsThatFit } from './tags-that-fit.ts'

test.each([
  [[], 200, 0],
  [['norte'], 200, 1],
  [['norte', 'sur'], 200, 2],
  [['norte', 'sur', 'garantía'], 200, 2],
  [['norte', 'sur', 'garantía'], 400, 3],
  [['un nombre tan largo que no cabe en la columna', 'sur'], 200, 1],
])('of %j in %i px %i are shown', (names, px, shown) => {
  expect(tagsThatFit(names, px)).toBe(shown)
})
