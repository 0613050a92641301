import { afterAll, expect, test } from 'vitest'
import { getBell } from '#contract/bell/bell.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import { createGeofence, deleteGeofence, editGeofence, getGeofence } from '#contract/geofences/geofences.calls.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { massLock } from '#contract/operations/mass-actions.calls.ts'
import { listOperationItems } from '#contract/operations/operations.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { restoreSimData } from '#contract/sims/sim-status.calls.ts'
import { testAdministrative } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { createWebhook } from '#contract/webhooks/webhooks.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { effectsOf } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { openTestMailServer } from '#test/mail-server.ts'
import { startPortal } from '#test/portal.ts'
import { startLiveWork } from '#test/portal-work.ts'
import { readRows } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'

const mailServer = await openTestMailServer()
const portal = await startPortal({ env: { SMTP_URL: mailServer.url } })
const { db } = portal.services
const endWork = await startLiveWork(portal)
const { network_id: networkId } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
afterAll(async () => {
  await endWork()
  await portal.close()
  await mailServer.close()
})

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
const simAt = (n: number) => {
  const sim = active[n]
  if (!sim) throw new Error(`no active SIM ${n}`)
  return sim
}
type Sim = ReturnType<typeof simAt>

const DEPOT = { latitude: -33.45, longitude: -70.65 }
/** 1.5 km north of the depot: within 548 m of its circle of 1 km */
const BESIDE = { latitude: -33.4365, longitude: -70.65 }
const FAR = { latitude: -33.4, longitude: -70.65 }
const PORT = { latitude: -33.03, longitude: -71.63 }
const circle = (centre: typeof DEPOT, radiusM = 1000) => ({ kind: 'circle' as const, centre, radiusM })

const draw = async (name: string, centre = DEPOT, company: number = COMPANIES.andes) =>
  (await portal.data(createGeofence, 'ana', { body: { company, name, shape: circle(centre) } })).geofenceId
const depot = await draw('Bodega')
const port = await draw('Puerto', PORT)

let events = 0
/** A location that a network reports. */
const locate = ({ iccid }: Sim, place: typeof DEPOT, minutesAgo = 0) => {
  const at = new Date(Date.now() - minutesAgo * MINUTE_MS)
  const event = { kind: 'located', id: `located ${++events}`, iccid, at, ...place } as const
  return db.transaction().execute((trx) => applyEvents(trx, networkId, [event], new Date()))
}

const wait = { interval: 100, timeout: 20_000 }
const lockOf = ({ iccid }: Sim) => portal.data(getSimLock, 'ana', { params: { id: iccid } })
const statusOf = async ({ iccid }: Sim) =>
  (await portal.data(getSim, 'ana', { params: { icc: iccid } })).simAdministrativeStatusId
const setLock = ({ iccid }: Sim, body: CallArguments<typeof lockSim>['body']) =>
  portal.data(lockSim, 'ana', { params: { id: iccid }, body })
const within = (...geofences: string[]) => ({ area: { mode: 'listed' as const, values: [], geofences } })
const kindsOf = async ({ iccid }: Sim) =>
  (await portal.data(getSimHistory, 'ana', { params: { icc: iccid } })).map(({ kind }) => kind).reverse()

test('a SIM that leaves its geofences loses its data within seconds, and has it back when it is in one of them again', async () => {
  const sim = simAt(0)
  const endpoint = { companyId: COMPANIES.andes, url: 'https://places.andes.test/', events: ['sim.left_area' as const] }
  await portal.data(createWebhook, 'ana', { body: { ...endpoint, description: '', includesBelow: false } })
  await setLock(sim, { ...within(depot, port), emails: ['zona@andes.test'] })
  expect(await lockOf(sim)).toMatchObject({ ...within(depot, port), geofenceBreach: null })
  await locate(sim, DEPOT)
  await locate(sim, BESIDE)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: null })
  await locate(sim, FAR)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ geofenceBreach: { ...FAR, action: 'cut', releasedBy: '' } })
  expect(await lockOf(sim)).toMatchObject({ breach: null, areaBreach: null })
  expect(await statusOf(sim)).toBe(10)
  const { result } = await portal.data(testAdministrative, 'ana', { params: { id: sim.iccid } })
  expect(result).toBe('Sin datos: la SIM está fuera de sus geocercas')
  await expect.poll(() => mailServer.taken.length, wait).toBe(1)
  expect(mailServer.taken[0]).toContain('To: zona@andes.test')
  expect(mailServer.taken[0]).toContain('Bodega')
  const { lines } = await portal.data(getBell, 'ana', { query: { limit: 10 } })
  expect(lines.find(({ kind }) => kind === 'locks')).toMatchObject({ what: 'geofence', sims: 1, icc: sim.iccid })
  const message = await db.selectFrom('webhook_messages').select('body').executeTakeFirstOrThrow()
  expect(JSON.parse(message.body).data.items).toEqual([
    {
      ...{ breachId: expect.any(String), companyId: COMPANIES.andes, icc: sim.iccid, network: '', allowed: [] },
      geofences: [
        { geofenceId: depot, name: 'Bodega' },
        { geofenceId: port, name: 'Puerto' },
      ],
      ...{ location: FAR, at: expect.any(String) },
    },
  ])
  await locate(sim, PORT)
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: null })
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
  expect(await kindsOf(sim)).toEqual(['lock_set', 'geofence_left', 'data_cut', 'geofence_back', 'data_restored'])
})

test('geofences that are all that a lock has give the data back when they are taken away', async () => {
  const sim = simAt(9)
  await setLock(sim, within(depot))
  await locate(sim, FAR)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ geofenceBreach: { action: 'cut' } })
  await setLock(sim, { area: { mode: 'off' } })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  expect(await lockOf(sim)).toMatchObject({ area: { mode: 'off' }, geofenceBreach: null })
})

test('a location that is older than the last one is not judged', async () => {
  const sim = simAt(1)
  await setLock(sim, within(depot))
  await locate(sim, DEPOT, 10)
  await locate(sim, FAR, 20)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: null })
  await locate(sim, FAR, 5)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: FAR })
  await locate(sim, DEPOT, 7)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: FAR })
  await locate(sim, DEPOT, 1)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: null })
})

test('a person restores the data: the SIM is let be until it has been back', async () => {
  const sim = simAt(2)
  await setLock(sim, within(depot))
  await locate(sim, FAR)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ geofenceBreach: { action: 'cut' } })
  await portal.data(restoreSimData, 'ana', { params: { id: sim.iccid }, body: {} })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
  await locate(sim, PORT)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: { ...FAR, releasedBy: 'ana@andes.test' } })
  await locate(sim, DEPOT)
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: null })
  await locate(sim, FAR)
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ geofenceBreach: { ...FAR, action: 'cut', releasedBy: '' } })
})

test('a lock that is set while its SIM is known to be outside cuts at once; a geofence that is drawn around the SIM restores', async () => {
  const sim = simAt(3)
  const own = await draw('Obra')
  await locate(sim, FAR)
  const session = { gprs_status: 1, connection_started_at: new Date(Date.now() - 60_000) }
  await db.updateTable('sim_live').set(session).where('iccid', '=', sim.iccid).execute()
  await setLock(sim, within(own))
  await expect.poll(() => lockOf(sim), wait).toMatchObject({ geofenceBreach: { ...FAR, action: 'cut' } })
  const params = { geofenceId: own }
  await portal.data(editGeofence, 'ana', { params, body: { name: 'Obra', shape: circle(DEPOT, 900) } })
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: { action: 'cut' } })
  await portal.data(editGeofence, 'ana', { params, body: { name: 'Obra', shape: circle(DEPOT, 9000) } })
  expect(await lockOf(sim)).toMatchObject({ geofenceBreach: null })
  await expect.poll(() => statusOf(sim), wait).toBe(2)
})

test('a geofence that locks name is deleted only with how many lose it, and what it alone has cut is restored', async () => {
  const [only, other] = [simAt(4), simAt(5)]
  const gone = await draw('Temporal')
  await setLock(only, { device: { mode: 'imei', values: ['356949001234564'] }, ...within(gone) })
  await setLock(other, within(gone, depot))
  await locate(only, FAR)
  await locate(other, FAR)
  await expect.poll(() => statusOf(only), wait).toBe(10)
  await expect.poll(() => statusOf(other), wait).toBe(10)
  const params = { geofenceId: gone }
  expect(await portal.data(getGeofence, 'ana', { params })).toMatchObject({ locks: 2 })
  const refused = await portal.request(deleteGeofence, 'ana', { params })
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'La geocerca está en el vínculo de 2 SIMs'])
  await portal.data(deleteGeofence, 'ana', { params, query: { free: 'true' } })
  expect(await lockOf(only)).toMatchObject({
    ...{ device: { mode: 'imei' }, area: { mode: 'off', values: [], geofences: [] }, geofenceBreach: null },
  })
  await expect.poll(() => statusOf(only), wait).toBe(2)
  expect(await lockOf(other)).toMatchObject({ ...within(depot), geofenceBreach: { action: 'cut' } })
  expect((await portal.request(getGeofence, 'ana', { params })).statusCode).toBe(404)
})

test('a SIM is bound to countries and geofences at once, each judged by what is reported of it', async () => {
  const sim = simAt(6)
  await setLock(sim, { area: { mode: 'listed', values: ['CL'], geofences: [depot] } })
  const registered = {
    kind: 'registered',
    id: 'abroad',
    iccid: sim.iccid,
    at: new Date(),
    radioTechnology: 'LTE',
    imei: '',
  } as const
  const inPeru = { ...registered, servingNetwork: { mcc: '716', mnc: '06' } }
  await db.transaction().execute((trx) => applyEvents(trx, networkId, [inPeru], new Date()))
  await locate(sim, DEPOT)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: { network: '716-06' }, geofenceBreach: null })
  await locate(sim, FAR)
  expect(await lockOf(sim)).toMatchObject({ areaBreach: { network: '716-06' }, geofenceBreach: FAR })
})

test('a geofence of another company, or of none, is refused at its field', async () => {
  const { iccid } = simAt(7)
  const north = await draw('Norte', DEPOT, COMPANIES.andesNorte)
  for (const geofence of [north, '5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4711']) {
    const { statusCode, body } = await portal.request(lockSim, 'ana', { params: { id: iccid }, body: within(geofence) })
    expect([statusCode, Object.keys(JSON.parse(body).fields)]).toEqual([400, ['area.geofences']])
  }
  const off = { area: { mode: 'off' as const, values: [], geofences: [depot] } }
  const response = await portal.request(lockSim, 'ana', { params: { id: iccid }, body: off })
  expect(Object.keys(response.json().fields)).toEqual(['area.geofences'])
})

test('many SIMs are locked to a geofence by an operation; those of another company are not', async () => {
  const free = simAt(8)
  const north = portal.fleet.sims.find(({ companyId, status }) => companyId === COMPANIES.andesNorte && status === 2)
  if (!north) throw new Error('no SIM of Andes Norte')
  await setSims(db, free.iccid, { administrative_status: 2 })
  const answer = await portal.data(massLock, 'ana', { body: { icc: [free.iccid, north.iccid], ...within(depot) } })
  await expect.poll(() => lockOf(free), wait).toMatchObject(within(depot))
  const { operationId } = answer as { operationId: number }
  const items = async () =>
    (await readRows(portal, listOperationItems, 'ana', { params: { operationId } }))
      .filter(({ state }) => state === 'failed')
      .map(({ icc, code }) => [icc, code])
  await expect.poll(items, wait).toEqual([[north.iccid, 'unknown_geofence']])
  await locate(free, FAR)
  await expect.poll(() => statusOf(free), wait).toBe(10)
})
