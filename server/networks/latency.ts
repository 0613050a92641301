/** Upper bounds of the classes that calls are counted in by how long they took, ms; one more class holds what took longer. */
export const LATENCY_BOUNDS_MS = [
  5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 30_000, 60_000,
] as const

/** The class of a call that took so long. */
export function latencyClass(ms: number): number {
  const found = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound)
  return found < 0 ? LATENCY_BOUNDS_MS.length : found
}

/**
 * The time within which a share of calls was answered, ms: the upper bound of the class in which the last of them is.
 * @param counts calls by class, as `latencyClass` numbers them
 * @param share from 0 to 1
 * @returns undefined when there were no calls; the highest bound when it was more than that
 */
export function latencyAt(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let seen = 0
  const found = counts.findIndex((count) => {
    seen += count
    return seen >= share * total
  })
  return LATENCY_BOUNDS_MS[Math.min(found, LATENCY_BOUNDS_MS.length - 1)]
}
