import type { Services } from '../context.ts'

interface Recent {
  readonly at: number
  readonly value: Promise<unknown>
}

/** Per process and database. */
const caches = new WeakMap<object, Map<string, Recent>>()
const ENTRIES = 1000

interface Age {
  readonly key: string
  /** older ones are loaded anew */
  readonly maxAgeMs: number
  /** up to this age the old one is given while the new one is on its way, so that nobody waits for it; for what only steers */
  readonly whileLoadingMs?: number
}

/**
 * A value as it was within the last milliseconds, loaded once for all who ask meanwhile. Never for what must be true now: other
 * processes may have changed it.
 */
export function recently<T>(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { key, maxAgeMs, whileLoadingMs = maxAgeMs }: Age,
  load: () => Promise<T>,
): Promise<T> {
  const cache = caches.get(pool) ?? new Map<string, Recent>()
  caches.set(pool, cache)
  const now = clock().getTime()
  const known = cache.get(key)
  const age = known ? Math.abs(now - known.at) : Number.POSITIVE_INFINITY
  if (known && age < maxAgeMs) return known.value as Promise<T>
  if (cache.size >= ENTRIES) cache.clear()
  const value = load()
  // a failure is the asker's business; the next one tries again
  value.catch(() => cache.delete(key))
  if (!known || age >= whileLoadingMs) {
    cache.set(key, { at: now, value })
    return value
  }
  cache.set(key, { at: now, value: known.value })
  value.then(
    () => cache.set(key, { at: now, value }),
    () => undefined,
  )
  return known.value as Promise<T>
}
