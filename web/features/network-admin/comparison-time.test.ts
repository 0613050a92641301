import { expect, test } from 'vitest'
import { comparisonSeconds, isDayFrom } from './comparison-time.ts'

const NETWORKS = [
  { sims: 30_000, requestsPerSecond: 50 },
  { sims: 2_000, requestsPerSecond: 2 },
  { sims: 9_000, requestsPerSecond: null },
]

test('a comparison takes as long as the network that is slowest for its SIMs', () => {
  expect(comparisonSeconds(NETWORKS)).toBe(1000)
  expect(comparisonSeconds([{ sims: 9_000, requestsPerSecond: null }])).toBe(0)
  expect(comparisonSeconds([])).toBe(0)
})

test('after one it takes as long as that did for each SIM', () => {
  const running = { startedAt: '2026-11-24T10:00:00Z', finishedAt: null, compared: 5 }
  const last = { startedAt: '2026-11-20T10:00:00Z', finishedAt: '2026-11-20T10:10:00Z', compared: 20_500 }
  expect(comparisonSeconds(NETWORKS, [running, last])).toBe(1200)
})

test('a comparison says little about a moment that is a day from it', () => {
  const comparison = { startedAt: '2026-11-24T10:00:00Z' }
  expect(isDayFrom(comparison, Date.parse('2026-11-25T09:59:59Z'))).toBe(false)
  expect(isDayFrom(comparison, Date.parse('2026-11-25T10:00:00Z'))).toBe(true)
  expect(isDayFrom(comparison, Date.parse('2026-11-23T10:00:00Z'))).toBe(true)
})
