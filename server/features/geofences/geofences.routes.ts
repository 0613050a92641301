import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/geofences/geofences.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createGeofenceOf, deleteGeofenceById, editGeofenceById } from './geofences.commands.ts'
import { geofenceWithLocks, visibleGeofences } from './geofences.queries.ts'

export function registerGeofences(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.listGeofences, (ctx, { query }) => visibleGeofences(ctx, query.company))
  serve(app, services, calls.getGeofence, (ctx, { params }) => geofenceWithLocks(ctx, params.geofenceId))
  serve(app, services, calls.createGeofence, (ctx, { body }) => createGeofenceOf(ctx, body))
  serve(app, services, calls.editGeofence, (ctx, { params, body }) => editGeofenceById(ctx, params.geofenceId, body))
  serve(app, services, calls.deleteGeofence, (ctx, { params, query }) =>
    deleteGeofenceById(ctx, params.geofenceId, query.free === 'true'),
  )
}
