import { useQuery } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { listGeofences } from '#contract/geofences/geofences.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { callQuery } from '#web/lib/call-query.ts'

export type Geofence = CallData<typeof listGeofences>[number]

/** The geofences of all companies of the user, by name. */
export const geofencesQuery = callQuery(listGeofences, ['geofences'], {}, { staleTime: MINUTE_MS })

/** The names of geofences by number; the number itself of one that is not known. @param ids none: nothing is loaded */
export function useGeofenceNames(ids: readonly string[]): string[] {
  const { data = [] } = useQuery({ ...geofencesQuery, enabled: ids.length > 0 })
  return ids.map((id) => data.find(({ geofenceId }) => geofenceId === id)?.name ?? '…')
}
