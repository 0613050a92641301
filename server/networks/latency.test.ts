import { expect, test } from 'vitest'
import { LATENCY_BOUNDS_MS, latencyBucket, latencyPercentile } from './latency.ts'

const countsOf = (times: readonly number[]): number[] => {
  const counts = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0)
  for (const ms of times) counts[latencyBucket(ms)] = (counts[latencyBucket(ms)] ?? 0) + 1
  return counts
}

test('95 of 100 calls are within the 95th percentile', () => {
  const times = Array.from({ length: 100 }, (_, index) => (index < 95 ? 40 : 4_000))
  expect(latencyPercentile(countsOf(times), 0.95)).toBe(50)
  expect(latencyPercentile(countsOf(times), 0.96)).toBe(5_000)
})

test('without calls there is no percentile, and slower calls get the highest bound', () => {
  expect(latencyPercentile([], 0.95)).toBeUndefined()
  expect(latencyPercentile(countsOf([]), 0.95)).toBeUndefined()
  expect(latencyPercentile(countsOf([90_000]), 0.95)).toBe(60_000)
})
