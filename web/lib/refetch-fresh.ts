import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches queries after a change. A response in flight may be older than the change, and invalidating alone would keep it
 * where a query has no data yet.
 */
export async function refetchFresh(client: QueryClient, filters: QueryFilters): Promise<void> {
  await client.cancelQueries(filters)
  await client.invalidateQueries(filters)
}
