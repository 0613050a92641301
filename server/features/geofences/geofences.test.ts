import { afterAll, expect, test } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import {
  createGeofence,
  deleteGeofence,
  editGeofence,
  getGeofence,
  listGeofences,
} from '#contract/geofences/geofences.calls.ts'
import { COMPANY_GEOFENCES_MAX } from '#domain/geofences.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
const { db } = portal.services
afterAll(() => portal.close())

type Shape = CallArguments<typeof createGeofence>['body']['shape']
const CIRCLE: Shape = { kind: 'circle', centre: { latitude: -33.45, longitude: -70.65 }, radiusM: 500 }
const CORNERS = [
  { latitude: -33, longitude: -71 },
  { latitude: -33, longitude: -70 },
  { latitude: -34, longitude: -70 },
  { latitude: -34, longitude: -71 },
] as const
const POLYGON: Shape = { kind: 'polygon', corners: [...CORNERS] }

const create = (name: string, shape: Shape = CIRCLE, company: number = COMPANIES.andes) =>
  portal.request(createGeofence, 'ana', { body: { company, name, shape } })
const named = async () => (await portal.data(listGeofences, 'ana', {})).map(({ name }) => name)
const fieldsOf = ({ body }: { body: string }) => Object.keys(JSON.parse(body).fields ?? {})

test('a geofence is drawn, seen, changed and deleted, each with a line in the audit log', async () => {
  const drawn = (await create(' Puerto ', POLYGON)).json().data
  expect(drawn).toMatchObject({ companyId: COMPANIES.andes, name: 'Puerto', shape: POLYGON })
  expect(await portal.data(listGeofences, 'ana', {})).toEqual([drawn])
  const params = { geofenceId: drawn.geofenceId }
  expect(await portal.data(getGeofence, 'ana', { params })).toEqual({ ...drawn, locks: 0 })
  const changed = await portal.data(editGeofence, 'ana', { params, body: { name: 'Bodega', shape: CIRCLE } })
  expect(changed).toEqual({ ...drawn, name: 'Bodega', shape: CIRCLE })
  expect(await portal.data(listGeofences, 'ana', {})).toEqual([changed])
  await portal.data(deleteGeofence, 'ana', { params })
  expect(await named()).toEqual([])
  const rows = await auditRows(portal, { entity: 'geofence' })
  expect(rows.map(({ action }) => action)).toEqual(['geofence.created', 'geofence.edited', 'geofence.deleted'])
  expect(rows[1]).toMatchObject({ before: { name: 'Puerto' }, after: { name: 'Bodega', shape: CIRCLE } })
})

test('what repeats the first corner is the same polygon, and what is the same is not written again', async () => {
  const { geofenceId, shape } = (await create('Cerrada', { kind: 'polygon', corners: [...CORNERS, CORNERS[0]] })).json().data
  expect(shape).toEqual(POLYGON)
  await portal.data(editGeofence, 'ana', { params: { geofenceId }, body: { name: 'Cerrada', shape } })
  const rows = await auditRows(portal, { entity: 'geofence' })
  expect(rows.filter(({ entity_id }) => entity_id === geofenceId)).toHaveLength(1)
  await portal.data(deleteGeofence, 'ana', { params: { geofenceId } })
})

test.each<[string, string, Shape, string]>([
  ['a name of two lines', 'Dos\nlíneas', CIRCLE, 'name'],
  ['no name', '  ', CIRCLE, 'name'],
  ['a radius of nothing', 'Círculo', { ...CIRCLE, radiusM: 0 } as Shape, 'shape.radiusM'],
  ['sides that cross', 'Moño', { kind: 'polygon', corners: [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]] }, 'shape.corners'],
  ['two corners', 'Línea', { kind: 'polygon', corners: [CORNERS[0], CORNERS[1]] }, 'shape.corners'],
  ['the pole', 'Polo', { ...CIRCLE, centre: { latitude: 89, longitude: 0 } } as Shape, 'shape.centre'],
])('%s is refused at its field', async (_, name, shape, field) => {
  const response = await create(name, shape)
  expect([response.statusCode, fieldsOf(response)]).toEqual([400, [field]])
})

test('a name is given once in a company, whatever its capitals, also to a geofence that is edited', async () => {
  const first = (await create('Planta')).json().data
  const second = (await create('Taller')).json().data
  expect(fieldsOf(await create('PLANTA'))).toEqual(['name'])
  const body = { name: 'planta', shape: CIRCLE }
  expect(fieldsOf(await portal.request(editGeofence, 'ana', { params: { geofenceId: second.geofenceId }, body }))).toEqual([
    'name',
  ])
  expect((await create('Planta', CIRCLE, COMPANIES.andesNorte)).statusCode).toBe(200)
  expect(await named()).toEqual(['Planta', 'Planta', 'Taller'])
  expect(await portal.data(listGeofences, 'ana', { query: { company: String(COMPANIES.andes) as never } })).toHaveLength(2)
  expect(await portal.data(listGeofences, 'flota', {})).toEqual([])
  await db.deleteFrom('geofences').execute()
  expect(first.name).toBe('Planta')
})

test(`a company has ${COMPANY_GEOFENCES_MAX} geofences at most, even when they are made at once; a deleted one makes room`, async () => {
  const all = await Promise.all(Array.from({ length: COMPANY_GEOFENCES_MAX + 3 }, (_, n) => create(`Zona ${n}`)))
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(COMPANY_GEOFENCES_MAX)
  const refused = all.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map(fieldsOf)).toEqual([['name'], ['name'], ['name']])
  const [first] = await portal.data(listGeofences, 'ana', {})
  await portal.data(deleteGeofence, 'ana', { params: { geofenceId: first?.geofenceId ?? '' } })
  expect((await create('Otra')).statusCode).toBe(200)
  await db.deleteFrom('geofences').execute()
})
