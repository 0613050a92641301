import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

const EDITED = '5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4711'
const DELETED = '5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4712'
const shape = { kind: 'circle', centre: { latitude: -33.45, longitude: -70.65 }, radiusM: 500 }
const on = (geofenceId: string, body?: object) => () => ({ params: { geofenceId }, ...(body && { body }) })

async function createGeofences({ db, clock }: Portal): Promise<void> {
  const rows = [EDITED, DELETED].map((geofence_id, n) => ({
    ...{ company_id: COMPANIES.andes, geofence_id, place: 50 + n, name: `Andes ${n}`, key: `andes ${n}` },
    ...{ radius_m: 500, latitudes: [-33.45], longitudes: [-70.65], created_at: clock.now, updated_at: clock.now },
  }))
  await db.insertInto('geofences').values(rows).execute()
}

/** Geofences of companies. */
export const GEOFENCES: RuleArea = {
  prepare: createGeofences,
  rules: {
    'GET /geofences': { rightly: nothing, elsewhere: 'own' },
    'GET /geofences/{geofenceId}': { rightly: on(EDITED), elsewhere: 'not_found' },
    'POST /geofences': {
      rightly: () => ({ body: { company: COMPANIES.andes, name: 'Puerto', shape } }),
      elsewhere: 'not_found',
    },
    'PUT /geofences/{geofenceId}': { rightly: on(EDITED, { name: 'De Andes', shape }), elsewhere: 'not_found' },
    'DELETE /geofences/{geofenceId}': { rightly: on(DELETED), elsewhere: 'not_found' },
  },
}
