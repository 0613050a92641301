import type { Services } from '../context.ts'

interface Recent {
  readonly at: number
  readonly value: Promise<unknown>
}

/** Per process and database. */
const caches = new WeakMap<object, Map<string, Recent>>()
const ENTRIES = 1000

/**
 * A value as it was within the last milliseconds, loaded once for all who ask meanwhile. Never for what must be true now: other
 * processes may have changed it.
 */
export function recently<T>(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { key, maxAgeMs }: { key: string; maxAgeMs: number },
  load: () => Promise<T>,
): Promise<T> {
  const cache = caches.get(pool) ?? new Map<string, Recent>()
  caches.set(pool, cache)
  const now = clock().getTime()
  const known = cache.get(key)
  if (known && Math.abs(now - known.at) < maxAgeMs) return known.value as Promise<T>
  if (cache.size >= ENTRIES) cache.clear()
  const value = load()
  cache.set(key, { at: now, value })
  // a failure is the asker's business; the next one tries again
  value.catch(() => cache.delete(key))
  return value
}
