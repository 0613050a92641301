import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { listGeofences } from '#contract/geofences/geofences.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'

export type Geofence = CallData<typeof listGeofences>[number]

/** The geofences of all companies of the user, by name. */
export const geofencesQuery = queryOptions({
  queryKey: ['geofences'],
  queryFn: ({ signal }) => call(listGeofences, {}, { signal }),
  staleTime: MINUTE_MS,
})

/** The names of geofences by number; the number itself of one that is not known. @param ids none: nothing is loaded */
export function useGeofenceNames(ids: readonly string[]): string[] {
  const { data = [] } = useQuery({ ...geofencesQuery, enabled: ids.length > 0 })
  return ids.map((id) => data.find(({ geofenceId }) => geofenceId === id)?.name ?? '…')
}
