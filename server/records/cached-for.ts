import type { Services } from '../context.ts'

interface CachedValue {
  readonly at: number
  readonly value: Promise<unknown>
}

/** Per process and database. */
const caches = new WeakMap<object, Map<string, CachedValue>>()
const ENTRIES = 1000

interface CacheOptions {
  readonly key: string
  /** an older value is loaded again */
  readonly maxAgeMs: number
  /**
   * up to this age the stale value is returned while a new one loads, so that no caller waits; only for values that steer a plan
   */
  readonly staleWhileLoadingMs?: number
}

/**
 * A value at most some milliseconds old, loaded once for all callers of that time. Never for what must be current: other processes
 * may have changed it.
 */
export function cachedFor<T>(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { key, maxAgeMs, staleWhileLoadingMs: whileLoadingMs = maxAgeMs }: CacheOptions,
  load: () => Promise<T>,
): Promise<T> {
  const cache = caches.get(pool) ?? new Map<string, CachedValue>()
  caches.set(pool, cache)
  const now = clock().getTime()
  const cached = cache.get(key)
  const age = cached ? Math.abs(now - cached.at) : Number.POSITIVE_INFINITY
  if (cached && age < maxAgeMs) return cached.value as Promise<T>
  if (cache.size >= ENTRIES) cache.clear()
  const value = load()
  // a failure reaches the caller who loads; the next call tries again
  value.catch(() => cache.delete(key))
  if (!cached || age >= whileLoadingMs) {
    cache.set(key, { at: now, value })
    return value
  }
  cache.set(key, { at: now, value: cached.value })
  value.then(
    () => cache.set(key, { at: now, value }),
    () => undefined,
  )
  return cached.value as Promise<T>
}
