import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { createFleet } from '#test/fleet.ts'
import { openCells } from '../cells/cells.ts'
import { ensureNetworks } from './ensure-networks.ts'
import { assessNetworks } from './health.ts'
import type { NetworkSim } from './network-types.ts'
import { probeNetworks, probeSims } from './probe-networks.ts'
import { type NetworkRegistry, openNetworkRegistry } from './registry.ts'

const START = new Date('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const ID = 'simulated-1'

const clock = { now: START }
const database = await createTestDatabase()
const db = createDatabase(database.pool)
const sims = (await createFleet(db, START)).sims
await db
  .insertInto('sim_types')
  .values({ sim_type_id: 3, name: 'Global' })
  .onConflict((conflict) => conflict.doNothing())
  .execute()
await ensureNetworks(db, START)
const networks = await openNetworkRegistry({ db, pool: database.pool, log: pino({ level: 'silent' }), clock: () => clock.now })
afterAll(async () => {
  await networks.close()
  await database.drop()
})
beforeEach(() => change({}))

/** Sets the plan of faults and the limits, as an administrator does. */
async function change(
  faults: object,
  limits: { timeout_ms?: number; max_attempts?: number; requests_per_second?: number } = {},
) {
  const settings = JSON.stringify({ faults: { latencyMs: [0, 0], ...faults } })
  // another name makes another guard: each test begins with a breaker that has seen nothing
  const name = crypto.randomUUID()
  const defaults = { timeout_ms: 10_000, max_attempts: 3, requests_per_second: null }
  await db
    .updateTable('networks')
    .set({ name, settings, ...defaults, ...limits })
    .where('network_id', '=', ID)
    .execute()
  await networks.reload()
}
const network = () => {
  const found = networks.find(ID)
  if (!found) throw new Error('no network')
  return found
}
let taken = 0
/** An active SIM that no other test uses. */
const nextSim = (): NetworkSim => {
  const sim = sims.filter(({ status }) => status === 2)[taken++]
  if (!sim) throw new Error('no SIM left')
  return { iccid: sim.iccid, imsi: sim.imsi, msisdn: sim.msisdn }
}
const effects = async ({ iccid }: NetworkSim): Promise<string[]> => {
  const { rows } = await database.pool.query<{ kind: string }>('SELECT kind FROM simulated_network.effects WHERE iccid = $1', [
    iccid,
  ])
  return rows.map(({ kind }) => kind)
}
const times = async (requestId: string): Promise<number> => {
  const { rows } = await database.pool.query<{ times: number }>(
    'SELECT times FROM simulated_network.commands WHERE request_id = $1',
    [requestId],
  )
  return rows[0]?.times ?? 0
}
const id = (): string => crypto.randomUUID()

test('routes select the network of an origin and a type; an origin without routes gets the embedded one', async () => {
  expect(networks.findByRoute(1, 2)?.id).toBe(ID)
  expect(networks.findByRoute(1, 99)).toBeUndefined()
  await db.insertInto('networks').values({ network_id: 'other', name: 'Otra', kind: 'simulated', updated_at: START }).execute()
  await db
    .updateTable('network_routes')
    .set({ network_id: 'other' })
    .where('origin_id', '=', 1)
    .where('sim_type_id', '=', 3)
    .execute()
  await ensureNetworks(db, START)
  await networks.reload()
  expect([networks.findByRoute(1, 3)?.id, networks.findByRoute(1, 2)?.id]).toEqual(['other', ID])
})

test('invalid settings leave a network unchanged, and an unknown kind opens none', async () => {
  await db
    .updateTable('networks')
    .set({ settings: JSON.stringify({ faults: { lose: 7 } }) })
    .where('network_id', '=', ID)
    .execute()
  await db.insertInto('networks').values({ network_id: 'strange', name: '?', kind: 'telepathy', updated_at: START }).execute()
  await networks.reload()
  expect(networks.find('strange')).toBeUndefined()
  expect((await network().lookup(nextSim())).state).toBe('active')
})

test('a command without effect is retried; the last answer counts', async () => {
  await change({ refuse: 1 })
  const [sim, requestId] = [nextSim(), id()]
  expect(await network().suspend(sim, { requestId })).toMatchObject({
    kind: 'rejected',
    cause: 'network_error',
    retryable: true,
  })
  expect([await times(requestId), await effects(sim)]).toEqual([3, []])
})

test('an idempotent network gets a retry when there is no answer: the effect happens once, and is known', async () => {
  await change({ halfAnswer: 0.999 })
  const [sim, requestId] = [nextSim(), id()]
  expect(await network().suspend(sim, { requestId })).toEqual({ kind: 'unknown', why: 'half_answer' })
  expect([await times(requestId), await effects(sim)]).toEqual([3, ['suspended']])
  await change({})
  expect(await network().suspend(sim, { requestId })).toEqual({ kind: 'done' })
  expect(await effects(sim)).toEqual(['suspended'])
})

test('a network that is not idempotent gets no retry when the outcome is unknown', async () => {
  const settings = JSON.stringify({ remembersRequests: false, faults: { latencyMs: [0, 0], halfAnswer: 1 } })
  await db.updateTable('networks').set({ settings }).where('network_id', '=', ID).execute()
  await networks.reload()
  expect(network().capabilities.remembersRequests).toBe(false)
  const [sim, requestId] = [nextSim(), id()]
  expect(await network().resetConnection(sim, { requestId })).toEqual({ kind: 'unknown', why: 'half_answer' })
  expect([await times(requestId), await effects(sim)]).toEqual([1, ['reset']])
})

test('a late command answer is unknown; a late read is a transient fault', async () => {
  await change({ silence: 1 }, { timeout_ms: 30, max_attempts: 1 })
  expect(await network().suspend(nextSim(), { requestId: id() })).toEqual({ kind: 'unknown', why: 'timeout' })
  await expect(network().lookup(nextSim())).rejects.toMatchObject({ reason: 'timeout', isTransient: true })
})

test('a rejection about the SIM is not retried and is no failure of the network', async () => {
  const sim = nextSim()
  const requestId = id()
  expect(await network().resume(sim, { requestId })).toMatchObject({ cause: 'already_in_state' })
  expect(await times(requestId)).toBe(1)
  for (let count = 0; count < 15; count++) await network().resume(sim, { requestId: id() })
  expect(network().openUntil()).toBeUndefined()
})

test('the breaker opens on an outage, answers at once, and a probe closes it when the network is back', async () => {
  const until = new Date(clock.now.getTime() + 60 * MINUTE_MS)
  await change({ outages: [{ until }] }, { max_attempts: 1 })
  const sim = nextSim()
  for (let count = 0; count < 10; count++) {
    expect(await network().suspend(sim, { requestId: id() })).toMatchObject({ cause: 'unreachable', retryable: true })
  }
  expect(network().openUntil()).toEqual(new Date(clock.now.getTime() + 1_000))
  await expect(network().lookup(sim)).rejects.toMatchObject({ reason: 'unreachable' })
  const cells = await openCells(database.pool, () => database.pool)
  await probeNetworks(cells, networks)
  expect(network().openUntil()).toBeDefined()
  clock.now = until
  await probeNetworks(cells, networks)
  expect(network().openUntil()).toBeUndefined()
  expect(await network().suspend(sim, { requestId: id() })).toEqual({ kind: 'done' })
  expect(await effects(sim)).toEqual(['suspended'])
})

test('each network that carries SIMs is probed with one of its own, an active one', async () => {
  const found = await probeSims(db)
  expect([...found.keys()]).toEqual([ID])
  expect(sims.find(({ iccid }) => iccid === found.get(ID)?.iccid)?.status).toBe(2)
})

test('health is derived from the calls of all processes, and the operator’s row from health [S4.18]', async () => {
  const health = () => db.selectFrom('network_health').selectAll().where('network_id', '=', ID).executeTakeFirstOrThrow()
  const operator = () => db.selectFrom('origins').selectAll().where('origin_id', '=', 1).executeTakeFirstOrThrow()
  const minutes = (count: number): void => {
    clock.now = new Date(clock.now.getTime() + count * MINUTE_MS)
  }
  const other = await openNetworkRegistry({ db, pool: database.pool, log: pino({ level: 'silent' }), clock: () => clock.now })
  const lookUp = async (from: NetworkRegistry, count: number): Promise<void> => {
    for (let n = 0; n < count; n++) await from.find(ID)?.probe(sims.find(({ status }) => status === 2) as NetworkSim)
    await from.flushHealth()
  }
  await db.updateTable('network_routes').set({ network_id: ID }).execute()
  await networks.flushHealth()
  minutes(20)
  await lookUp(networks, 10)
  await lookUp(other, 10)
  await assessNetworks(db, clock.now)
  expect(await health()).toMatchObject({ status: 1, failure_percent: 0, last_success_at: clock.now })

  await change({ refuse: 0.5 })
  await other.reload()
  minutes(1)
  await lookUp(networks, 10)
  await lookUp(other, 10)
  await assessNetworks(db, clock.now)
  expect(await operator()).toMatchObject({ operator_status: 2, operator_status_since: clock.now })
  expect((await operator()).operator_failure_percent).toBe(25)

  await change({ outages: [{}] })
  await other.reload()
  minutes(1)
  await lookUp(networks, 5)
  minutes(15)
  await lookUp(other, 5)
  await assessNetworks(db, clock.now)
  expect(await operator()).toMatchObject({ operator_status: 0, operator_failure_percent: 100 })
  // a second way that works makes it a warning
  await db.updateTable('network_routes').set({ network_id: 'other' }).where('sim_type_id', '=', 3).execute()
  await assessNetworks(db, clock.now)
  expect((await operator()).operator_status).toBe(2)
  await db.updateTable('network_routes').set({ network_id: ID }).execute()

  await db
    .updateTable('network_health')
    .set({ override_status: 2, override_text: 'Mantenimiento' })
    .where('network_id', '=', ID)
    .execute()
  await assessNetworks(db, clock.now)
  expect(await operator()).toMatchObject({ operator_status: 2, operator_status_text: 'Mantenimiento' })
  await db.updateTable('network_health').set({ override_status: null }).where('network_id', '=', ID).execute()
  await assessNetworks(db, clock.now)
  expect((await operator()).operator_status_text).toBe('')
  await other.close()
})

test('a disabled network gets no calls from any process until it is enabled again', async () => {
  const other = await openNetworkRegistry({ db, pool: database.pool, log: pino({ level: 'silent' }), clock: () => clock.now })
  await change({})
  const sim = nextSim()
  const set = async (enabled: boolean): Promise<void> => {
    await db.updateTable('networks').set({ enabled }).where('network_id', '=', ID).execute()
    for (const process of [networks, other]) await process.reload()
  }
  await set(false)
  for (const process of [networks, other]) {
    const off = process.find(ID)
    const requestId = id()
    expect(await off?.suspend(sim, { requestId })).toMatchObject({ cause: 'unreachable', retryable: true })
    expect(await times(requestId)).toBe(0)
    await expect(off?.lookup(sim)).rejects.toMatchObject({ reason: 'unreachable' })
    await off?.probe(sim)
    expect(off?.openUntil()?.getTime()).toBeGreaterThan(clock.now.getTime())
  }
  await assessNetworks(db, clock.now)
  const operator = await db.selectFrom('origins').selectAll().where('origin_id', '=', 1).executeTakeFirstOrThrow()
  expect(operator.operator_status).toBe(0)
  await set(true)
  expect(await other.find(ID)?.suspend(sim, { requestId: id() })).toEqual({ kind: 'done' })
  await other.close()
})

test('faults are stored with cause and count, and calls are counted by latency', async () => {
  await db.deleteFrom('network_faults').execute()
  await change({ outages: [{}] }, { max_attempts: 1 })
  const sim = nextSim()
  for (let count = 0; count < 3; count++) await network().suspend(sim, { requestId: id() })
  await networks.flushHealth()
  const faults = await db.selectFrom('network_faults').selectAll().execute()
  expect(faults).toMatchObject([{ network_id: ID, call: 'suspend', cause: 'unreachable', times: 3 }])
  await network().suspend(sim, { requestId: id() })
  await networks.flushHealth()
  const minutes = await db.selectFrom('network_minutes').selectAll().where('network_id', '=', ID).execute()
  for (const { calls, latencies } of minutes) {
    expect(latencies.reduce((sum, count) => sum + count, 0)).toBe(calls)
  }
})
