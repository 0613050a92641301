import { expect, test } from 'vitest'
import { COUNT_UP_MS, countUpAt } from './count-up.ts'

test('the count-up lasts 3000 ms, only rises, and ends at the value itself [S9.06]', () => {
  expect(COUNT_UP_MS).toBe(3000)
  expect([countUpAt(41286, 0), countUpAt(41286, 3000), countUpAt(41286, 9000)]).toEqual([0, 41286, 41286])
  const steps = Array.from({ length: 31 }, (_, step) => countUpAt(1000, step * 100))
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  expect(countUpAt(1000, 2999)).toBeLessThanOrEqual(1000)
})
