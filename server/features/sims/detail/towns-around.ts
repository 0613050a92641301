import type { TownAround } from '#contract/sims/sims.calls.ts'
import { openPlaces } from '#server/places/places.ts'

/** Towns that say where a place is, the nearest first; none for an unknown place. */
export async function townsAround(longitude: number | null, latitude: number | null): Promise<TownAround[]> {
  if (longitude === null || latitude === null) return []
  const towns = (await openPlaces()).around([longitude, latitude])
  return towns.map(({ population: _, ...town }) => town)
}
