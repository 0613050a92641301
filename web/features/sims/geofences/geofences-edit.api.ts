import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import { createGeofence, deleteGeofence, editGeofence, getGeofence } from '#contract/geofences/geofences.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import type { Undo } from '#web/lib/toast-store.ts'
import { type Geofence, geofencesQuery } from '#web/shared/geofences/geofences.api.ts'

export type GeofenceBody = CallArguments<typeof createGeofence>['body']

/** @returns a function that waits for the geofences; the locks that name them load again, too */
function useInvalidateGeofences(): () => Promise<void> {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['sims', 'lock'] })
    return client.invalidateQueries({ queryKey: geofencesQuery.queryKey })
  }
}

interface Saved {
  readonly message: string
  readonly undo?: Undo
}

/** Creates a geofence, or changes one; undoing a change saves it as it was. */
export function useSaveGeofence(before: Geofence | undefined) {
  const invalidate = useInvalidateGeofences()
  return useMutation({
    mutationFn: async ({ company, name, shape }: GeofenceBody): Promise<Saved> => {
      if (!before) return callWithMessage(createGeofence, { body: { company, name, shape } })
      const params = { geofenceId: before.geofenceId }
      const { message } = await callWithMessage(editGeofence, { params, body: { name, shape } })
      const idempotencyKey = newIdempotencyKey()
      const former = { name: before.name, shape: before.shape }
      const undo = async () => {
        const answer = await callWithMessage(editGeofence, { params, body: former }, { idempotencyKey })
        await invalidate()
        return answer.message
      }
      return { message, undo }
    },
    onSuccess: invalidate,
  })
}

/** How many locks name a geofence. */
export const geofenceQuery = (geofenceId: string) =>
  callQuery(getGeofence, ['geofences', geofenceId], { params: { geofenceId } }, { staleTime: 0 })

/** Deletes a geofence, and takes it out of the locks that name it. */
export function useDeleteGeofence() {
  const invalidate = useInvalidateGeofences()
  return useMutation({
    mutationFn: (geofenceId: string) => callWithMessage(deleteGeofence, { params: { geofenceId }, query: { free: 'true' } }),
    onSuccess: invalidate,
  })
}
