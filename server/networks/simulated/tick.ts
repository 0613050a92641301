import { outgoing } from './due.ts'
import { firstSight, withOldOrders } from './first-sight.ts'
import { flood, live } from './life.ts'
import type { World } from './runner.ts'
import type { Moment, Sim } from './sim.ts'
import type { Client, Store } from './store.ts'

/** Devices of one network that do something in one tick; the others come a tick later. */
const DEVICES = 300
/** Subscribers that are looked at in one tick, until all are known. */
const TAKEN_IN = 500
/** Network seconds until the list of subscribers is read again from its beginning. */
const READ_AGAIN_S = 1_800
/** A gap between two ticks that is longer was no running of the network: nobody was there. */
const LONGEST_GAP_S = 5

const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('enlace:simulated-network:life')) AS is_ours"

interface Clock {
  readonly seconds: number
  readonly taken_in_to: string
  readonly take_in_at: number
}

/** Moves the devices' clock on and lets those act whose time has come. One process at a time does it. */
export async function liveOneTick(world: World): Promise<void> {
  const alive = [...world.sinks.keys()].filter((id) => world.settingsOf(id)?.life.isOn)
  if (alive.length === 0) return
  const now = world.clock()
  await world.store.inTransaction(async (client) => {
    const lock = await client.query<{ is_ours: boolean }>(LOCK)
    if (!lock.rows[0]?.is_ours) return
    const pace = Math.max(...alive.map((id) => world.settingsOf(id)?.life.pace ?? 1))
    const before = await world.store.seconds(client)
    const clock = await moveClock(client, now, pace)
    const moment = { now, seconds: clock.seconds }
    await beginFloods(world, client, { alive, before, moment })
    await takeIn(world, client, clock, { moment, alive })
    for (const networkId of alive) await liveIn(world, client, networkId, moment)
  })
}

async function moveClock(client: Client, now: Date, pace: number): Promise<Clock> {
  const { rows } = await client.query<Clock>(
    `INSERT INTO simulated_network.clock AS c (seconds, ticked_at) VALUES (0, $1)
     ON CONFLICT (is_the_one) DO UPDATE SET ticked_at = $1,
       seconds = c.seconds + $2 * greatest(0, least(extract(epoch FROM $1 - c.ticked_at)::float8, $3))
     RETURNING seconds, taken_in_to, take_in_at`,
    [now, pace, LONGEST_GAP_S],
  )
  return rows[0] ?? { seconds: 0, taken_in_to: '', take_in_at: 0 }
}

/** Gets to know subscribers a few at a time, from the first to the last, and then from time to time again: new ones come. */
async function takeIn(
  { store, roster }: World,
  client: Client,
  { taken_in_to, take_in_at }: Clock,
  { moment, alive }: { readonly moment: Moment; readonly alive: readonly string[] },
): Promise<void> {
  if (moment.seconds < take_in_at) return
  const entries = await roster.after(taken_in_to, TAKEN_IN)
  const ours = entries.filter(({ networkId }) => alive.includes(networkId))
  await store.addSims(
    client,
    ours.map((entry) => withOldOrders(firstSight(entry, moment), entry, moment.now)),
  )
  const last = entries.at(-1)?.iccid ?? ''
  await client.query('UPDATE simulated_network.clock SET taken_in_to = $1, take_in_at = $2', [
    last,
    last === '' ? moment.seconds + READ_AGAIN_S : 0,
  ])
}

interface Span {
  readonly alive: readonly string[]
  /** network seconds of the tick before */
  readonly before: number
  readonly moment: Moment
}

/** Devices whose time has come since the last tick begin to send all they can. */
async function beginFloods({ store, settingsOf }: World, client: Client, { alive, before, moment }: Span): Promise<void> {
  const iccids = alive
    .flatMap((id) => settingsOf(id)?.life.floods ?? [])
    .flatMap(({ iccid, afterSeconds }) => (afterSeconds > before && afterSeconds <= moment.seconds ? [iccid] : []))
  if (iccids.length === 0) return
  const { known, fresh } = await store.takeSims(client, iccids, moment)
  const floods = (sims: ReadonlyMap<string, Sim>): Sim[] => [...sims.values()].map((sim) => flood(sim, moment))
  const changes = { sims: floods(known), fresh: floods(fresh), effects: [], events: [], commands: [], messages: [] }
  await store.write(client, changes, moment.now)
}

async function liveIn(world: World, client: Client, networkId: string, moment: Moment): Promise<void> {
  const { store } = world
  const awake = await wakeUp(store, client, networkId, moment)
  if (awake.length === 0) return
  const outcomes = awake.map((sim) => live(sim, moment))
  const changes = {
    sims: outcomes.map(({ sim }) => sim),
    effects: outcomes.flatMap(({ effects }) => effects),
    events: outcomes.flatMap(({ sim, events }) => outgoing(world, sim, events, moment.now)),
    commands: [],
    messages: [],
  }
  await store.write(client, changes, moment.now)
}

async function wakeUp(store: Store, client: Client, networkId: string, { seconds }: Moment): Promise<Sim[]> {
  const condition = `network_id = $1 AND wake_at <= $2 ORDER BY wake_at LIMIT ${DEVICES} FOR UPDATE SKIP LOCKED`
  return [...(await store.lockWhere(client, condition, [networkId, seconds])).values()]
}
