import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { assignSims, massReset } from '#contract/operations/mass-actions.calls.ts'
import { listOperationItems } from '#contract/operations/operations.calls.ts'
import { getSimHistory, getSimPositions, getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { COMPANIES, type FleetUser, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { readOperation } from './operation-row.ts'
import { startOperationsWorker } from './operations-worker.ts'

const MB = 1_048_576
const HOUR_MS = 3_600_000
const { andes, andesNorte } = COMPANIES

let endWork: () => Promise<void>
const portal = await startPortal()
endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

const activeSim = (n: number): TestSim => {
  const sim = portal.fleet.sims.filter(
    ({ companyId, status, planCode }) => companyId === andes && status === 2 && planCode === 'IOT250',
  )[n]
  if (!sim) throw new Error(`no SIM ${n}`)
  return sim
}

let ids = 0
const deliver = async (events: readonly object[]): Promise<void> => {
  const whole = events.map((event) => ({ id: `told-${ids++}`, ...event }) as NetworkEvent)
  await portal.db.transaction().execute((trx) => applyEvents(trx, 'simulated-1', whole, portal.clock.now))
  await countAll({ db: portal.db, log: pino({ level: 'silent' }) })
}

/** A session that began an hour ago, by what its counter says when. */
function session({ iccid }: TestSim) {
  const startedAt = new Date(portal.clock.now.getTime() - HOUR_MS)
  const about = { iccid, sessionKey: `move-${iccid}`, startedAt }
  const place = { apn: 'm2m.movistar.cl', ip: '10.44.0.9', sgsnIp: '10.200.1.11', ggsnIp: '10.201.1.5', cell: undefined }
  const radio = { servingNetwork: { mcc: '730', mnc: '02' }, radioTechnology: 'LTE' }
  const at = (minutes: number) => new Date(portal.clock.now.getTime() + minutes * 60_000)
  return {
    startedAt,
    begin: () => deliver([{ kind: 'dataSessionStarted', at: startedAt, ...about, ...place, ...radio, dataBytes: 0 }]),
    use: (minutes: number, dataBytes: number) =>
      deliver([{ kind: 'dataSessionUpdated', at: at(minutes), ...about, dataBytes }]),
    end: (minutes: number, dataBytes: number) =>
      deliver([{ kind: 'dataSessionStopped', at: at(minutes), ...about, dataBytes, endCause: 'idle' }]),
  }
}

async function move(person: FleetUser, icc: string, companyId: number): Promise<void> {
  const { operationId } = await portal.data(assignSims, person, { body: { icc: [icc], companyId } })
  const key = { companyId: portal.fleet.people[person].companyId, operationId }
  await expect.poll(async () => (await readOperation(portal.db, key))?.state).toBe('finished')
}

const sessionsOf = async ({ iccid }: TestSim) =>
  portal.db
    .selectFrom('data_sessions')
    .select(['company_id', 'data_bytes', 'counter_bytes', 'end_cause'])
    .where('iccid', '=', iccid)
    .where('session_key', '=', `move-${iccid}`)
    .orderBy('company_id')
    .execute()

/** All that was used of a company by a SIM, whatever the day. */
async function usedBy(companyId: number, { iccid }: TestSim): Promise<number> {
  const { rows } = await portal.services.pool.query<{ bytes: number }>(
    'SELECT coalesce(sum(data_bytes), 0)::float8 AS bytes FROM usage_days WHERE company_id = $1 AND iccid = $2',
    [companyId, iccid],
  )
  return Number(rows[0]?.bytes)
}
async function poolOf(companyId: number): Promise<number> {
  const { rows } = await portal.services.pool.query<{ bytes: number }>(
    "SELECT coalesce(sum(data_bytes), 0)::float8 AS bytes FROM plan_usage_tallies WHERE company_id = $1 AND plan_code = 'IOT250'",
    [companyId],
  )
  return Number(rows[0]?.bytes)
}

test('a moved SIM takes its open session along, and each company keeps what was used while it had the SIM', async () => {
  const sim = activeSim(0)
  const { begin, use, end, startedAt } = session(sim)
  await begin()
  await use(0, 30 * MB)
  const before = { used: await usedBy(andes, sim), pool: await poolOf(andes), newPool: await poolOf(andesNorte) }

  await move('ana', sim.iccid, andesNorte)
  expect(await sessionsOf(sim)).toEqual([
    { company_id: andes, data_bytes: 30 * MB, counter_bytes: 30 * MB, end_cause: 'company_changed' },
    { company_id: andesNorte, data_bytes: 0, counter_bytes: 30 * MB, end_cause: '' },
  ])
  const seen = await portal.data(getSim, 'sub', { params: { icc: sim.iccid } })
  expect(seen).toMatchObject({
    gprsStatus: 1,
    ip: '10.44.0.9',
    lastConnStart: startedAt.toISOString(),
    monthlyDataConsumption: 0,
  })

  await use(5, 42 * MB)
  await end(10, 50 * MB)
  expect(await sessionsOf(sim)).toMatchObject([
    { company_id: andes, data_bytes: 30 * MB },
    { company_id: andesNorte, data_bytes: 20 * MB, counter_bytes: 50 * MB, end_cause: 'idle' },
  ])
  expect([await usedBy(andes, sim), await usedBy(andesNorte, sim)]).toEqual([before.used, 20 * MB])
  expect([await poolOf(andes), await poolOf(andesNorte)]).toEqual([before.pool, before.newPool + 20 * MB])
  expect(await portal.data(getSim, 'sub', { params: { icc: sim.iccid } })).toMatchObject({
    gprsStatus: 2,
    monthlyDataConsumption: 20 * MB,
  })
})

test('a SIM that comes back during the same session goes on with the row that it left', async () => {
  const sim = activeSim(1)
  const { begin, use } = session(sim)
  await begin()
  await use(0, 10 * MB)
  await move('ana', sim.iccid, andesNorte)
  await use(1, 14 * MB)
  await move('ana', sim.iccid, andes)
  await use(2, 15 * MB)
  expect(await sessionsOf(sim)).toEqual([
    { company_id: andes, data_bytes: 11 * MB, counter_bytes: 15 * MB, end_cause: '' },
    { company_id: andesNorte, data_bytes: 4 * MB, counter_bytes: 14 * MB, end_cause: 'company_changed' },
  ])
})

test('history stays with the company that had it; the new one’s begins with where the SIM came from', async () => {
  const sim = activeSim(2)
  await deliver([{ kind: 'smsDelivered', iccid: sim.iccid, at: portal.clock.now, reference: 'x', segments: 1 }])
  const kindsOf = async (companyId: number) =>
    (
      await portal.db
        .selectFrom('sim_events')
        .select('kind')
        .where('company_id', '=', companyId)
        .where('iccid', '=', sim.iccid)
        .orderBy('event_id')
        .execute()
    ).map(({ kind }) => kind)
  const before = await kindsOf(andes)
  await move('ana', sim.iccid, andesNorte)
  expect(await kindsOf(andes)).toEqual([...before, 'company_changed'])
  const seen = await portal.data(getSimHistory, 'sub', { params: { icc: sim.iccid } })
  expect(seen).toMatchObject([{ kind: 'company_changed', actor: 'ana@andes.test', detail: { company: andesNorte } }])
})

test('who had a SIM still sees its usage and history of that time, and nothing of the next one’s', async () => {
  const sim = activeSim(4)
  const params = { icc: sim.iccid }
  const { begin, use } = session(sim)
  const locate = (latitude: number, hours: number) =>
    deliver([{ kind: 'located', iccid: sim.iccid, at: new Date(Date.now() - hours * HOUR_MS), latitude, longitude: -70 }])
  await begin()
  await use(0, 30 * MB)
  await locate(-33, 2)
  await move('admin', sim.iccid, COMPANIES.pacifico)
  await use(5, 42 * MB)
  await locate(-34, 1)
  const total = async (person: FleetUser) => {
    const { days } = await portal.data(getSimUsage, person, { params })
    return days.reduce((sum, { dataBytes }) => sum + dataBytes, 0)
  }
  expect([await total('ana'), await total('flota')]).toEqual([await usedBy(andes, sim), 12 * MB])
  expect(await total('admin')).toBe((await usedBy(andes, sim)) + 12 * MB)
  const placesFor = async (person: FleetUser) =>
    (await portal.data(getSimPositions, person, { params, query: { days: 1 } })).positions.map(({ latitude }) => latitude)
  expect([await placesFor('ana'), await placesFor('flota'), await placesFor('admin')]).toEqual([[-33], [-34], [-33, -34]])
  const mine = await portal.data(getSimHistory, 'ana', { params })
  expect(mine.map(({ kind }) => kind)).toEqual(['company_changed', 'session_started'])
  expect(mine[0]?.detail).not.toHaveProperty('company')
  expect((await portal.data(getSimHistory, 'flota', { params })).map(({ kind }) => kind)).toEqual(['company_changed'])
  const all = await portal.data(getSimHistory, 'admin', { params })
  expect(all.filter(({ kind }) => kind === 'company_changed')).toHaveLength(1)
  for (const call of [getSim, getSimUsage, getSimHistory, getSimPositions])
    expect((await portal.request(call, 'sub', { params })).statusCode).toBe(404)
  expect((await portal.request(getSim, 'ana', { params })).statusCode).toBe(404)
})

test('what a network says otherwise moves along, to be settled where the SIM is', async () => {
  const sim = activeSim(3)
  const found = { administrative_status: 2, network_state: 'suspended', found_at: portal.clock.now }
  await portal.db
    .insertInto('sim_drifts')
    .values({ company_id: andes, iccid: sim.iccid, ...found })
    .execute()
  await move('ana', sim.iccid, andesNorte)
  const drifts = await portal.db.selectFrom('sim_drifts').selectAll().where('iccid', '=', sim.iccid).execute()
  expect(drifts).toMatchObject([{ company_id: andesNorte, ...found, settled_at: null }])
})

test('a line shows its SIM’s label to readers who may see the SIM now', async () => {
  const { iccid, label } = activeSim(5)
  const { operationId } = await portal.data(massReset, 'ana', { body: { icc: [iccid] } })
  const labels = async () => {
    const items = await readRows(portal, listOperationItems, 'ana', { params: { operationId }, query: { limit: '10' } })
    return items.map(({ customField1 }) => customField1)
  }
  expect(await labels()).toEqual([label])
  await move('admin', iccid, COMPANIES.pacifico)
  expect(await labels()).toEqual([''])
})
