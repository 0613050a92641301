import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { openRig, type Rig } from '#test/soracom/rig.ts'
import { openStandIn, type StandIn, type StandInSim } from '#test/soracom/stand-in.ts'
import type { NetworkEvent } from '../network-events.ts'

let database: TestDatabase
let standIn: StandIn
beforeAll(async () => {
  ;[database, standIn] = await Promise.all([createTestDatabase(), openStandIn()])
  // a moment in the middle of its five minutes
  standIn.clock.now = new Date('2026-11-21T12:02:00Z')
})
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

/** Walks until the list was asked for again, and what was heard by then. */
async function hear(sink: (events: readonly NetworkEvent[]) => Promise<void> = async () => {}): Promise<NetworkEvent[]> {
  const rig = await openRig(database, standIn.url, { clock: standIn.clock, networkId })
  networkId = rig.networkId
  rigs.push(rig)
  const heard: NetworkEvent[] = []
  await database.pool.query("UPDATE soracom_walks SET due_at = '-infinity'")
  const stop = rig.network.listen(async (events) => {
    await sink(events)
    heard.push(...events)
  })
  const isOver = async () =>
    (
      await database.pool.query('SELECT 1 FROM soracom_walks WHERE network_id = $1 AND isfinite(due_at) AND due_at < $2', [
        networkId,
        later(),
      ])
    ).rows.length
  // a walk under way keeps the others off for ten minutes, one that is over for a moment
  await expect.poll(isOver, { interval: 10 }).toBe(1)
  await stop()
  return heard
}
const later = () => new Date(standIn.clock.now.getTime() + 5 * MINUTE)

/** What a listener that counts as the portal does has counted: the last cumulative volume of each session. */
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

test('a session is told from its beginning to its end, its usage as it grows, each byte once', async () => {
  const sim = await add()
  const all: NetworkEvent[] = []
  const listen = async () => {
    const heard = await hear()
    all.push(...heard)
    return kinds(heard)
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

test('a walk that was cut off tells the same again, and nothing is lost', async () => {
  const sim = await add()
  standIn.use(sim, 4_000)
  const told: string[][] = []
  let refusals = 1
  await expect(
    hear(async (events) => {
      told.push(events.map(({ id }) => id))
      if (refusals-- > 0) throw new Error('not now')
    }),
  ).resolves.toHaveLength(0)
  const heard = await hear()
  expect(heard.map(({ id }) => id)).toEqual(told[0])
  expect(counted(heard)).toBe(4_000)
})

test('sessions that came and went between two walks are all told, with every byte, on the hours in which it was used', async () => {
  const sim = await add()
  const all = await hear()
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
  all.push(...(await hear()))
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

test('changes of state that nobody here asked for are told once, in their own word; a strange word as such', async () => {
  const sim = await add('ready')
  const first = await hear()
  expect(first).toMatchObject([{ kind: 'stateConfirmed', state: 'inactive', vendorState: 'ready', command: undefined }])
  sim.status = 'testing'
  sim.lastModifiedTime = standIn.clock.now.getTime()
  expect(await hear()).toMatchObject([{ kind: 'stateConfirmed', state: 'unrecognised', vendorState: 'testing' }])
  expect(await hear()).toEqual([])
})

test('only SIMs of the portal with something new are asked about; the list is read page by page, over busy moments', async () => {
  const ours = await Promise.all(Array.from({ length: 5 }, () => add()))
  for (let n = 0; n < 20; n++) standIn.addSim()
  standIn.pageSize = 4
  standIn.requests.length = 0
  standIn.faults.push({ does: 'limit', path: /last_evaluated_key=8/, retryAfter: '0', times: 1 })
  await hear()
  const asked = standIn.requests.filter((request) => /sims\/\d/.test(request))
  expect(new Set(asked.map((request) => /\d{19}/.exec(request)?.[0]))).toEqual(new Set(ours.map(({ simId }) => simId)))
  expect(standIn.requests.filter((request) => request === 'GET /sims').length).toBeGreaterThanOrEqual(8)
})

test('of two processes one walks', async () => {
  await add()
  const rig = await openRig(database, standIn.url, { clock: standIn.clock })
  const other = await openRig(database, standIn.url, { clock: standIn.clock, networkId: rig.networkId })
  rigs.push(rig, other)
  for (const { set } of [rig, other]) set({ walkSeconds: 3_600 })
  const heard: NetworkEvent[] = []
  const stops = [rig, other].map(({ network }) =>
    network.listen(async (events) => {
      heard.push(...events)
    }),
  )
  await expect.poll(() => heard.length).toBe(3)
  await Promise.all(stops.map((stop) => stop()))
  expect(new Set(heard.map(({ id }) => id)).size).toBe(3)
})
