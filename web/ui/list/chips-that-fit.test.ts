import { expect, test } from 'vitest'
import { chipsThatFit } from './chips-that-fit.ts'

test.each([
  [[], 84, 100, 0],
  [[94, 94], 84, 200, 2],
  [[94, 94], 84, 199, 1],
  [[94, 94, 94], 84, 290, 2],
  [[94, 94, 94], 84, 289, 1],
  [[94], 84, 20, 0],
  // beside a chip that is there in any case
  [[94, 94], 0, 190, 1],
])('of chips of %j px, with %i px for the others, %i px have %i', (widths, more, space, shown) => {
  expect(chipsThatFit(widths, more, space)).toBe(shown)
})
