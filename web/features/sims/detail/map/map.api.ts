import { queryOptions } from '@tanstack/react-query'
import { type PackedOutline, unpackOutline } from './outline.ts'
import worldUrl from './world.json?url'

/** The world outline, from our own origin. */
export const outlineQuery = queryOptions({
  queryKey: ['world-outline'],
  queryFn: async ({ signal }) => {
    const response = await fetch(worldUrl, { signal })
    if (!response.ok) throw new Error(`${worldUrl}: ${response.status}`)
    return unpackOutline((await response.json()) as PackedOutline)
  },
  staleTime: Number.POSITIVE_INFINITY,
})
