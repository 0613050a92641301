import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { openSoracomRig, type Rig } from '#test/soracom/rig.ts'
import { openStandIn, type StandIn, type StandInSim } from '#test/soracom/stand-in.ts'
import type { NetworkEvent } from '../network-events.ts'

let database: TestDatabase
let standIn: StandIn
;[database, standIn] = await Promise.all([createTestDatabase(), openStandIn()])
// a moment in the middle of its five minutes
standIn.clock.now = new Date('2026-11-21T12:02:00Z')
const rigs: Rig[] = []
let networkId: string | undefined
afterAll(async () => {
  await standIn.close()
  await database.drop()
})
beforeEach(() => {
  networkId = undefined
  standIn.sims.clear()
  return async () => {
    for (const rig of rigs.splice(0)) await rig.close()
  }
})

const MINUTE = 60_000
const pass = (minutes: number) => {
  standIn.clock.now = new Date(standIn.clock.now.getTime() + minutes * MINUTE)
}
/** A SIM that the portal has. */
async function add(status?: string): Promise<StandInSim> {
  const sim = standIn.addSim(status)
  await database.pool.query('INSERT INTO sim_registry (iccid, company_id) VALUES ($1, 1)', [sim.simId])
  return sim
}

/** Polls until the list was read again, and returns the events received by then. */
async function poll(sink: (events: readonly NetworkEvent[]) => Promise<void> = async () => {}): Promise<NetworkEvent[]> {
  const rig = await openSoracomRig(database, standIn.url, { clock: standIn.clock, networkId })
  networkId = rig.networkId
  rigs.push(rig)
  const received: NetworkEvent[] = []
  await database.pool.query("UPDATE soracom_polls SET due_at = '-infinity'")
  const stop = rig.network.listen(async (events) => {
    await sink(events)
    received.push(...events)
  })
  const isOver = async () =>
    (
      await database.pool.query('SELECT 1 FROM soracom_polls WHERE network_id = $1 AND isfinite(due_at) AND due_at < $2', [
        networkId,
        later(),
      ])
    ).rows.length
  // a running poll holds the lease for ten minutes, a finished one for a moment
  await expect.poll(isOver, { interval: 10 }).toBe(1)
  await stop()
  return received
}
const later = () => new Date(standIn.clock.now.getTime() + 5 * MINUTE)

/** The bytes counted as the portal does: the last cumulative volume of each session. */
function counted(events: readonly NetworkEvent[]): number {
  const bySession = new Map<string, number>()
  for (const event of events) {
    if (!('sessionKey' in event)) continue
    expect(event.dataBytes).toBeGreaterThanOrEqual(bySession.get(event.sessionKey) ?? 0)
    bySession.set(event.sessionKey, event.dataBytes)
  }
  return [...bySession.values()].reduce((sum, bytes) => sum + bytes, 0)
}
const kinds = (events: readonly NetworkEvent[]) => events.map(({ kind }) => kind)

test('a session is reported from start to end, its usage as it grows, each byte once', async () => {
  const sim = await add()
  const all: NetworkEvent[] = []
  const listen = async () => {
    const received = await poll()
    all.push(...received)
    return kinds(received)
  }
  expect(await listen()).toEqual(['stateConfirmed', 'dataSessionStarted', 'registered'])
  standIn.use(sim, 1_000)
  expect(await listen()).toEqual(['dataSessionUpdated'])
  expect(await listen()).toEqual([])
  // the same five minutes, and the next
  standIn.use(sim, 500)
  pass(5)
  standIn.use(sim, 2_000)
  expect(await listen()).toEqual(['dataSessionUpdated'])
  expect(counted(all)).toBe(3_500)
  // the last steps come after the end
  standIn.use(sim, 70)
  standIn.closeSession(sim)
  expect(await listen()).toEqual(['dataSessionStopped'])
  expect(counted(all)).toBe(3_570)
  standIn.use(sim, 30)
  pass(5)
  expect(await listen()).toEqual(['dataSessionStopped'])
  expect(counted(all)).toBe(3_600)
  pass(90)
  expect(await listen()).toEqual([])
})

test('an interrupted poll reports the same again, and nothing is lost', async () => {
  const sim = await add()
  standIn.use(sim, 4_000)
  const reported: string[][] = []
  let refusals = 1
  await expect(
    poll(async (events) => {
      reported.push(events.map(({ id }) => id))
      if (refusals-- > 0) throw new Error('not now')
    }),
  ).resolves.toHaveLength(0)
  const received = await poll()
  expect(received.map(({ id }) => id)).toEqual(reported[0])
  expect(counted(received)).toBe(4_000)
})

test('sessions between two polls are all reported, with every byte dated to its hour', async () => {
  const sim = await add()
  const all = await poll()
  let used = 0
  for (let hour = 0; hour < 30; hour++) {
    if (hour % 5 === 4) {
      standIn.closeSession(sim)
      pass(10)
      standIn.openSession(sim)
    }
    pass(50)
    standIn.use(sim, 100_000 + hour)
    used += 100_000 + hour
    pass(10)
  }
  all.push(...(await poll()))
  expect(counted(all)).toBe(used)
  expect(kinds(all).filter((kind) => kind === 'dataSessionStarted')).toHaveLength(7)
  expect(kinds(all).filter((kind) => kind === 'dataSessionStopped')).toHaveLength(6)
  const updates = all.filter((event) => 'sessionKey' in event)
  for (const [index, event] of updates.entries()) {
    const before = updates[index - 1]
    if (!before || before.sessionKey !== event.sessionKey || event.dataBytes === before.dataBytes) continue
    expect(event.at.getTime() - before.at.getTime()).toBeLessThanOrEqual(120 * MINUTE)
  }
})

test('foreign changes of state are reported once, unmapped ones as unrecognised', async () => {
  const sim = await add('ready')
  const first = await poll()
  expect(first).toMatchObject([{ kind: 'stateConfirmed', state: 'inactive', vendorState: 'ready', command: undefined }])
  sim.status = 'testing'
  sim.lastModifiedTime = standIn.clock.now.getTime()
  expect(await poll()).toMatchObject([{ kind: 'stateConfirmed', state: 'unrecognised', vendorState: 'testing' }])
  expect(await poll()).toEqual([])
})

test('only the portal’s SIMs with changes are polled; the list is read page by page, also when throttled', async () => {
  const ours = await Promise.all(Array.from({ length: 5 }, () => add()))
  for (let n = 0; n < 20; n++) standIn.addSim()
  standIn.pageSize = 4
  standIn.requests.length = 0
  standIn.faults.push({ does: 'limit', path: /last_evaluated_key=8/, retryAfter: '0', times: 1 })
  await poll()
  const asked = standIn.requests.filter((request) => /sims\/\d/.test(request))
  expect(new Set(asked.map((request) => /\d{19}/.exec(request)?.[0]))).toEqual(new Set(ours.map(({ simId }) => simId)))
  expect(standIn.requests.filter((request) => request === 'GET /sims').length).toBeGreaterThanOrEqual(8)
})

test('only one of two processes polls', async () => {
  await add()
  const rig = await openSoracomRig(database, standIn.url, { clock: standIn.clock })
  const other = await openSoracomRig(database, standIn.url, { clock: standIn.clock, networkId: rig.networkId })
  rigs.push(rig, other)
  for (const { set } of [rig, other]) set({ walkSeconds: 3_600 })
  const received: NetworkEvent[] = []
  const stops = [rig, other].map(({ network }) =>
    network.listen(async (events) => {
      received.push(...events)
    }),
  )
  await expect.poll(() => received.length).toBe(3)
  await Promise.all(stops.map((stop) => stop()))
  expect(new Set(received.map(({ id }) => id)).size).toBe(3)
})
