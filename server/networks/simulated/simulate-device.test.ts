import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { createTestDatabase } from '#test/database.ts'
import { entryNumber } from '#test/simulated-rig.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { RosterEntry } from '../roster.queries.ts'
import { initialSim, withEarlierCommand } from './initial-sim.ts'
import { runTick } from './run-tick.ts'
import { simulatedSettingsSchema } from './settings.ts'
import { hasOpenSession, type SimulatedSim } from './sim.ts'
import { simulateDevice, startFlood } from './simulate-device.ts'
import type { SimulationContext } from './simulation-context.ts'
import { createSimulationStore } from './store.ts'

const START = new Date('2026-11-21T12:00:00Z')
const at = (seconds: number) => ({ now: new Date(START.getTime() + seconds * 1000), seconds })
const DAY_S = 86_400

/** Simulates a device for some days: its events, and its final state. */
function days(first: SimulatedSim, count: number): { sim: SimulatedSim; events: NetworkEvent[]; openSeconds: number } {
  let sim = first
  const events: NetworkEvent[] = []
  let openSeconds = 0
  for (let seconds = 0; sim.nextActionAt !== null && sim.nextActionAt < count * DAY_S; ) {
    if (hasOpenSession(sim)) openSeconds += sim.nextActionAt - seconds
    seconds = sim.nextActionAt
    const outcome = simulateDevice(sim, at(seconds))
    expect(outcome.sim.nextActionAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(seconds)
    events.push(...outcome.events)
    sim = outcome.sim
  }
  return { sim, events, openSeconds }
}

test('a device is consistent: sessions start and end in turn, counters only grow, event ids are unique', () => {
  fc.assert(
    fc.property(
      fc.nat(99_999),
      fc.constantFrom('Teltonika FMC130', 'Landis+Gyr E350', 'Hikvision DS-2XS6A25G0', 'PAX A920', 'Garmin fleet 790'),
      (number, device) => {
        const { events } = days(initialSim({ ...entryNumber(number), device }, at(0)), 5)
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
        let open: string | undefined = `key-${number}`
        let bytes = 5_000_000
        for (const event of events) {
          if (!('sessionKey' in event)) continue
          if (event.kind === 'dataSessionStarted') {
            expect(open).toBeUndefined()
            open = event.sessionKey
            bytes = 0
          }
          expect(event.sessionKey).toBe(open)
          expect(event.dataBytes).toBeGreaterThanOrEqual(bytes)
          bytes = event.dataBytes
          if (event.kind === 'dataSessionStopped') open = undefined
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('a fleet uses about its historic volume, and nine in ten devices are connected', () => {
  const fleet = Array.from({ length: 300 }, (_, number) => initialSim(entryNumber(number), at(0)))
  const lives = fleet.map((sim) => days(sim, 4))
  const bytes = lives
    .flatMap(({ events }) => [
      ...Map.groupBy(
        events.filter((event) => 'sessionKey' in event),
        (event) => event.sessionKey,
      ).values(),
    ])
    .map((ofSession) => {
      const last = ofSession.at(-1)?.dataBytes ?? 0
      return last - (ofSession[0]?.sessionKey.startsWith('key-') ? 5_000_000 : 0)
    })
  const perDay = bytes.reduce((sum, value) => sum + value, 0) / (300 * 4)
  // 6 MB a day are the habit of these SIMs
  expect(perDay).toBeGreaterThan(4_500_000)
  expect(perDay).toBeLessThan(8_000_000)
  const share = lives.reduce((sum, { openSeconds }) => sum + openSeconds, 0) / (300 * 4 * DAY_S)
  expect(share).toBeGreaterThan(0.85)
  expect(share).toBeLessThan(0.99)
})

test('a vehicle moves around its home, a meter does not, and a SIM out of service does nothing', () => {
  const moving = days(initialSim(entryNumber(1), at(0)), 2).events.filter(({ kind }) => kind === 'located')
  expect(moving.length).toBeGreaterThan(50)
  for (const event of moving) {
    if (event.kind !== 'located') continue
    expect(Math.hypot(event.latitude + 33.45, event.longitude + 70.66)).toBeLessThan(0.05)
  }
  const meter = initialSim({ ...entryNumber(2), device: 'Landis+Gyr E350' }, at(0))
  expect(days(meter, 2).events.filter(({ kind }) => kind === 'located')).toEqual([])
  for (const status of [STATUS.readyToUse, STATUS.suspended, STATUS.terminated, STATUS.hibernated]) {
    expect(initialSim({ ...entryNumber(3), administrativeStatus: status }, at(0)).nextActionAt).toBeNull()
  }
})

test('a device with cut data attaches without a session', () => {
  const cut = initialSim({ ...entryNumber(4), administrativeStatus: STATUS.deactivatedByAlarm }, at(0))
  const { events, sim } = days(cut, 2)
  expect(events.filter(({ kind }) => kind.startsWith('dataSession'))).toEqual([])
  expect(sim.isRegistered).toBe(true)
  expect(cut.session?.endCause).toBe('barred')
})

test('a flooding device sends at full rate with frequent reports, until its data is cut', () => {
  const first = startFlood(initialSim(entryNumber(6), at(0)), at(10))
  expect(first.nextActionAt).toBe(11)
  const reportedBytes: number[] = []
  let sim = first
  while ((sim.nextActionAt ?? 0) <= 31) {
    const outcome = simulateDevice(sim, at(sim.nextActionAt ?? 0))
    reportedBytes.push(...outcome.events.flatMap((event) => (event.kind === 'dataSessionUpdated' ? [event.dataBytes] : [])))
    sim = outcome.sim
  }
  expect(reportedBytes).toHaveLength(5)
  expect((reportedBytes.at(-1) ?? 0) - (reportedBytes[0] ?? 0)).toBe(20 * 8_000_000)
  const cut = initialSim({ ...entryNumber(6), administrativeStatus: STATUS.deactivatedByAlarm }, at(0))
  expect(startFlood(cut, at(10))).toEqual(cut)
})

test('earlier commands at the operator complete soon; recent ones are awaited', () => {
  const entry = { ...entryNumber(5), administrativeStatus: STATUS.hibernationInProcess }
  const old = withEarlierCommand(initialSim(entry, at(0)), entry, START)
  expect(old).toMatchObject({ state: 'active', pending: { command: 'suspend', requestId: '' } })
  const minutes = ((old.pendingDueAt?.getTime() ?? 0) - START.getTime()) / 60_000
  expect(minutes).toBeGreaterThan(0)
  expect(minutes).toBeLessThanOrEqual(30)
  const created = { ...entry, statusSince: START }
  expect(withEarlierCommand(initialSim(created, at(0)), created, START).pending).toBeNull()
})

const database = await createTestDatabase()
const store = createSimulationStore(database.connectionString, async () => [])
afterAll(async () => {
  await store.end()
  await database.drop()
})

const count = async (what: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`)
  return rows[0]?.count ?? 0
}

test('a fleet is enrolled step by step, runs on its own clock, and stands still during downtime', async () => {
  const clock = { now: START }
  const roster = Array.from({ length: 1_200 }, (_, number) => entryNumber(number)).sort((a, b) => (a.iccid < b.iccid ? -1 : 1))
  const asked: number[] = []
  const settings = simulatedSettingsSchema.parse({ life: { isOn: true } })
  const world: SimulationContext = {
    store,
    clock: () => clock.now,
    log: pino({ level: 'silent' }),
    sinks: new Map([['simulated-1', async () => undefined]]),
    settingsOf: () => settings,
    roster: {
      find: async () => [],
      after: async (iccid, limit): Promise<RosterEntry[]> => {
        const entries = roster.filter((entry) => entry.iccid > iccid).slice(0, limit)
        asked.push(entries.length)
        return entries
      },
    },
  }
  const tick = async (seconds: number): Promise<void> => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
    await runTick(world)
  }
  for (let ticks = 0; ticks < 6; ticks++) await tick(1)
  expect(asked).toEqual([500, 500, 200, 0])
  expect(await count('simulated_network.sims')).toBe(1_200)
  const secondsOf = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ seconds: number }>('SELECT seconds FROM simulated_network.clock')
    return rows[0]?.seconds ?? 0
  }
  expect(await secondsOf()).toBe(5)
  const flooding = roster[1_150]?.iccid ?? ''
  settings.life.floods = [{ iccid: flooding, afterSeconds: 8 }]
  const floodingSims = () => count(`simulated_network.sims WHERE behaviour = 'flood' AND iccid = '${flooding}'`)
  expect(await floodingSims()).toBe(0)
  // a night in which the portal was switched off
  await tick(30_000)
  expect(await secondsOf()).toBe(10)
  expect(await floodingSims()).toBe(1)
  const before = await count('simulated_network.events')
  for (let ticks = 0; ticks < 60; ticks++) await tick(5)
  const after = await count('simulated_network.events')
  expect(after).toBeGreaterThan(before + 100)
  // two processes at once do each piece of life once
  await Promise.all([tick(5), runTick(world), runTick(world)])
  expect(await count("(SELECT event->>'id' FROM simulated_network.events GROUP BY 1 HAVING count(*) > 1) AS twice")).toBe(0)
  settings.life.isOn = false
  const still = await count('simulated_network.events')
  await tick(500)
  expect(await count('simulated_network.events')).toBe(still)
})
