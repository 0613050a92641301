import { expect, test } from 'vitest'
import { LATENCY_BOUNDS_MS, latencyAt, latencyClass } from './latency.ts'

const countsOf = (times: readonly number[]): number[] => {
  const counts = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0)
  for (const ms of times) counts[latencyClass(ms)] = (counts[latencyClass(ms)] ?? 0) + 1
  return counts
}

test('95 of 100 calls were answered within the time that is told', () => {
  const times = Array.from({ length: 100 }, (_, index) => (index < 95 ? 40 : 4_000))
  expect(latencyAt(countsOf(times), 0.95)).toBe(50)
  expect(latencyAt(countsOf(times), 0.96)).toBe(5_000)
})

test('no calls tell nothing, and what is slower than every class is told by the highest bound', () => {
  expect(latencyAt([], 0.95)).toBeUndefined()
  expect(latencyAt(countsOf([]), 0.95)).toBeUndefined()
  expect(latencyAt(countsOf([90_000]), 0.95)).toBe(60_000)
})
