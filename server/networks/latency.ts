/** Upper bounds of the latency buckets, ms; one more bucket holds slower calls. */
export const LATENCY_BOUNDS_MS = [
  5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 30_000, 60_000,
] as const

/** The index of the bucket for a latency. */
export function latencyBucket(ms: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound)
  return index < 0 ? LATENCY_BOUNDS_MS.length : index
}

/**
 * A percentile of latency, ms: the upper bound of the bucket that contains it.
 * @param counts calls by bucket
 * @param share from 0 to 1
 * @returns undefined when there were no calls; the highest bound when it is beyond all bounds
 */
export function latencyPercentile(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let seen = 0
  const index = counts.findIndex((count) => {
    seen += count
    return seen >= share * total
  })
  return LATENCY_BOUNDS_MS[Math.min(index, LATENCY_BOUNDS_MS.length - 1)]
}
