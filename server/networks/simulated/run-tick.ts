import { scheduleForNetwork } from './due-work.ts'
import { initialSim, withEarlierCommand } from './initial-sim.ts'
import type { SimulatedSim, SimulationTime } from './sim.ts'
import { simulateDevice, startFlood } from './simulate-device.ts'
import type { SimulationContext } from './simulation-context.ts'
import type { SimulationStore, StoreClient } from './store.ts'

/** Devices of one network per tick; the others follow a tick later. */
const MAX_DEVICES = 300
/** Subscribers enrolled per tick. */
const MAX_ENROLLED = 500
/** Network seconds until enrolment starts again from the beginning. */
const RESTART_AFTER_S = 1_800
/** A longer gap between ticks counts as downtime: the devices' clock stood still. */
const MAX_GAP_S = 5

const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('enlace:simulated-network:life')) AS is_ours"

interface Clock {
  readonly seconds: number
  readonly enrolled_to: string
  readonly enrol_at: number
}

/** Advances the devices' clock and simulates those that are due. One process at a time does it. */
export async function runTick(world: SimulationContext): Promise<void> {
  const activeNetworks = [...world.sinks.keys()].filter((id) => world.settingsOf(id)?.life.isOn)
  if (activeNetworks.length === 0) return
  const now = world.clock()
  await world.store.inTransaction(async (client) => {
    const lock = await client.query<{ is_ours: boolean }>(LOCK)
    if (!lock.rows[0]?.is_ours) return
    const pace = Math.max(...activeNetworks.map((id) => world.settingsOf(id)?.life.pace ?? 1))
    const before = await world.store.seconds(client)
    const clock = await advanceClock(client, now, pace)
    const moment = { now, seconds: clock.seconds }
    await startFloods(world, client, { activeNetworks, before, moment })
    await enrolSubscribers(world, client, clock, { moment, activeNetworks })
    for (const networkId of activeNetworks) await simulateNetwork(world, client, networkId, moment)
  })
}

async function advanceClock(client: StoreClient, now: Date, pace: number): Promise<Clock> {
  const { rows } = await client.query<Clock>(
    `INSERT INTO simulated_network.clock AS c (seconds, ticked_at) VALUES (0, $1)
     ON CONFLICT (is_the_one) DO UPDATE SET ticked_at = $1,
       seconds = c.seconds + $2 * greatest(0, least(extract(epoch FROM $1 - c.ticked_at)::float8, $3))
     RETURNING seconds, enrolled_to, enrol_at`,
    [now, pace, MAX_GAP_S],
  )
  return rows[0] ?? { seconds: 0, enrolled_to: '', enrol_at: 0 }
}

/** Enrols subscribers step by step from first to last, and periodically again for new ones. */
async function enrolSubscribers(
  { store, roster }: SimulationContext,
  client: StoreClient,
  { enrolled_to, enrol_at }: Clock,
  { moment, activeNetworks }: { readonly moment: SimulationTime; readonly activeNetworks: readonly string[] },
): Promise<void> {
  if (moment.seconds < enrol_at) return
  const entries = await roster.after(enrolled_to, MAX_ENROLLED)
  const ours = entries.filter(({ networkId }) => activeNetworks.includes(networkId))
  const sims = ours.map((entry) => withEarlierCommand(initialSim(entry, moment), entry, moment.now))
  await store.addSims(client, sims)
  const last = entries.at(-1)?.iccid ?? ''
  await client.query('UPDATE simulated_network.clock SET enrolled_to = $1, enrol_at = $2', [
    last,
    last === '' ? moment.seconds + RESTART_AFTER_S : 0,
  ])
}

interface Span {
  readonly activeNetworks: readonly string[]
  /** network seconds of the previous tick */
  readonly before: number
  readonly moment: SimulationTime
}

/** Starts the floods that became due since the last tick. */
async function startFloods(
  { store, settingsOf }: SimulationContext,
  client: StoreClient,
  { activeNetworks, before, moment }: Span,
): Promise<void> {
  const iccids = activeNetworks
    .flatMap((id) => settingsOf(id)?.life.floods ?? [])
    .flatMap(({ iccid, afterSeconds }) => (afterSeconds > before && afterSeconds <= moment.seconds ? [iccid] : []))
  if (iccids.length === 0) return
  const { existing, created } = await store.lockSims(client, iccids, moment)
  const floods = (sims: ReadonlyMap<string, SimulatedSim>): SimulatedSim[] =>
    [...sims.values()].map((sim) => startFlood(sim, moment))
  const changes = { sims: floods(existing), created: floods(created), effects: [], events: [], commands: [], messages: [] }
  await store.write(client, changes, moment.now)
}

async function simulateNetwork(
  world: SimulationContext,
  client: StoreClient,
  networkId: string,
  moment: SimulationTime,
): Promise<void> {
  const { store } = world
  const due = await lockDueSims(store, client, networkId, moment)
  if (due.length === 0) return
  const outcomes = due.map((sim) => simulateDevice(sim, moment))
  const changes = {
    sims: outcomes.map(({ sim }) => sim),
    effects: outcomes.flatMap(({ effects }) => effects),
    events: outcomes.flatMap(({ sim, events }) => scheduleForNetwork(world, sim, events, moment.now)),
    commands: [],
    messages: [],
  }
  await store.write(client, changes, moment.now)
}

async function lockDueSims(
  store: SimulationStore,
  client: StoreClient,
  networkId: string,
  { seconds }: SimulationTime,
): Promise<SimulatedSim[]> {
  const condition = `network_id = $1 AND next_action_at <= $2 ORDER BY next_action_at LIMIT ${MAX_DEVICES} FOR UPDATE SKIP LOCKED`
  return [...(await store.lockWhere(client, condition, [networkId, seconds])).values()]
}
