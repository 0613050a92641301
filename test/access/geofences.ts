import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

const EDITED = '5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4711'
const DELETED = '5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4712'
const SET_POLICY = '5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4713'
const shape = { kind: 'circle', centre: { latitude: -33.45, longitude: -70.65 }, radiusM: 500 }
const on = (geofenceId: string, body?: object) => () => ({ params: { geofenceId }, ...(body && { body }) })

async function createGeofences({ db, clock }: Portal): Promise<void> {
  const rows = [EDITED, DELETED].map((geofence_id, n) => ({
    ...{ company_id: COMPANIES.andes, geofence_id, place: 50 + n, name: `Andes ${n}`, key: `andes ${n}` },
    ...{ radius_m: 500, latitudes: [-33.45], longitudes: [-70.65], created_at: clock.now, updated_at: clock.now },
  }))
  await db.insertInto('geofences').values(rows).execute()
  const policy = {
    company_id: COMPANIES.andes,
    policy_id: SET_POLICY,
    group_id: null,
    version: 1,
    is_removed: false,
    set_by: 'ana@andes.test',
  }
  const lock = { device_mode: 'learn', device_values: [], area_values: [], geofences: [], emails: [], language: 'es' }
  await db
    .insertInto('lock_policies')
    .values({ ...policy, ...lock, set_at: clock.now, due_at: clock.now })
    .execute()
}

/** Geofences of companies, and the locks of their SIMs. */
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
    'GET /sim/lockPolicies': { rightly: nothing, elsewhere: 'own' },
    'POST /sim/lockPolicies': {
      rightly: () => ({
        body: { company: COMPANIES.andes, groupId: null, device: { mode: 'learn' }, emails: ['ana@andes.test'] },
      }),
      elsewhere: 'not_found',
    },
    'DELETE /sim/lockPolicies/{policyId}': { rightly: () => ({ params: { policyId: SET_POLICY } }), elsewhere: 'not_found' },
  },
}
