import { DAY_MS } from '#domain/time.ts'
import { isSessionEvent } from '../events/session-usage.ts'
import type { NetworkEvent } from '../network-events.ts'
import { deviceKind } from './device-kinds.ts'
import { completePending } from './execute-command.ts'
import { parseStoredEvent, scheduleEvents } from './schedule-events.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { SimulatedSim } from './sim.ts'
import type { SimulationContext } from './simulation-context.ts'
import type { OutgoingEvent, StoreClient } from './store.ts'

/** Items per transaction. */
const BATCH = 500
const MESSAGE_RETRY_MS = 60_000

const listeningNetworks = ({ sinks }: SimulationContext): string[] => [...sinks.keys()]

/** Schedules events by the fault plan of the SIM's network. */
export function scheduleForNetwork(
  world: SimulationContext,
  sim: SimulatedSim,
  events: readonly NetworkEvent[],
  now: Date,
): OutgoingEvent[] {
  const settings = world.settingsOf(sim.networkId)
  return settings ? scheduleEvents(sim.networkId, events, settings.faults, now) : []
}

/** Completes accepted commands that are due. @returns whether there may be more */
export async function completeDueCommands(world: SimulationContext): Promise<boolean> {
  const { store, clock } = world
  const now = clock()
  return store.inTransaction(async (client) => {
    const due = await store.lockWhere(
      client,
      `pending_due_at <= $1 AND network_id = ANY($2::text[]) ORDER BY pending_due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [now, listeningNetworks(world)],
    )
    if (due.size === 0) return false
    const moment = { now, seconds: await store.seconds(client) }
    const outcomes = [...due.values()].flatMap((sim) => completePending(sim, moment) ?? [])
    const changes = {
      sims: outcomes.map(({ sim }) => sim),
      effects: outcomes.flatMap(({ effects }) => effects),
      events: outcomes.flatMap(({ sim, events }) => scheduleForNetwork(world, sim, events, now)),
      commands: [],
      messages: [],
    }
    await store.write(client, changes, now)
    return due.size === BATCH
  })
}

interface MessageRow {
  readonly iccid: string
  readonly reference: string
  readonly segments: number
  readonly expires_at: Date
  readonly is_reported: boolean
}

/** Delivers due messages to reachable devices, and expires old ones. @returns whether there may be more */
export async function deliverDueMessages(world: SimulationContext): Promise<boolean> {
  const { store, clock } = world
  const now = clock()
  return store.inTransaction(async (client) => {
    const { rows } = await client.query<MessageRow>(
      `SELECT iccid, reference, segments, expires_at, is_reported FROM simulated_network.messages WHERE due_at <= $1
       ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [now],
    )
    if (rows.length === 0) return false
    const iccids = [...new Set(rows.map(({ iccid }) => iccid))].sort()
    const sims = await store.lockWhere(client, 'iccid = ANY($1::text[])', [iccids])
    const reported = rows.flatMap((row) => {
      const sim = sims.get(row.iccid)
      const events = sim ? messageEvents(sim, row, now) : []
      return sim && events.length > 0 ? [{ row, events: scheduleForNetwork(world, sim, events, now) }] : []
    })
    const finished = reported.filter(({ events: [first] }) => first?.event.kind !== 'smsBuffered')
    await client.query(
      `WITH gone AS (
         DELETE FROM simulated_network.messages m USING unnest($1::text[], $2::text[]) AS g(iccid, reference)
         WHERE m.iccid = g.iccid AND m.reference = g.reference
       )
       UPDATE simulated_network.messages SET due_at = $3, is_reported = true
       WHERE due_at <= $4 AND iccid = ANY($5::text[]) AND (iccid, reference) NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [
        finished.map(({ row }) => row.iccid),
        finished.map(({ row }) => row.reference),
        new Date(now.getTime() + MESSAGE_RETRY_MS),
        now,
        iccids,
      ],
    )
    await store.write(
      client,
      { sims: [], effects: [], commands: [], messages: [], events: reported.flatMap(({ events }) => events) },
      now,
    )
    return rows.length === BATCH
  })
}

/** The events of a message now; buffering is reported once. Some devices reply. */
function messageEvents(
  sim: SimulatedSim,
  { reference, segments, expires_at, is_reported }: MessageRow,
  now: Date,
): NetworkEvent[] {
  const { iccid } = sim
  const about = { iccid, at: now, reference }
  if (expires_at <= now) return [{ kind: 'smsFailed', id: `${iccid}:mt:${reference}`, ...about, cause: 'expired' }]
  if (sim.state === 'terminated') {
    return [{ kind: 'smsFailed', id: `${iccid}:mt:${reference}`, ...about, cause: 'absent_subscriber' }]
  }
  if (!sim.isRegistered || sim.behaviour === 'silent') {
    return is_reported ? [] : [{ kind: 'smsBuffered', id: `${iccid}:wait:${reference}`, ...about }]
  }
  const delivered = { kind: 'smsDelivered', id: `${iccid}:mt:${reference}`, ...about, segments } as const
  const kind = deviceKind(sim.device)
  const random = createSeededRandom(iccid, 'reply', reference)
  if (!random.chance(kind.repliesToSms)) return [delivered]
  const text = kind.smsPerDay > 0 ? random.pick(kind.texts) : 'OK'
  return [delivered, { kind: 'smsReceived', id: `${iccid}:re:${reference}`, iccid, at: now, to: '1500', text, segments: 1 }]
}

interface EventRow {
  readonly event_key: number
  readonly network_id: string
  readonly event: NetworkEvent
}

/** The lock of the delivering process, so that events of a SIM are not overtaken by later ones in another process. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('enlace:simulated-network:events')) AS is_ours"

/**
 * Delivers due events to their sinks; they are deleted once all sinks accepted them. @returns whether there may be more
 */
export async function deliverEvents(world: SimulationContext): Promise<boolean> {
  const { store, clock } = world
  return store.inTransaction(async (client) => {
    const lock = await client.query<{ is_ours: boolean }>(LOCK)
    if (!lock.rows[0]?.is_ours) return false
    const rows = await claimEvents(client, listeningNetworks(world), clock())
    const byNetwork = Map.groupBy(rows, ({ network_id }) => network_id)
    for (const [networkId, ofNetwork] of byNetwork) {
      const events = ofNetwork.map(({ event }) => parseStoredEvent(event))
      await deliverToSink(world, networkId, events)
    }
    return rows.length >= BATCH
  })
}

/** Reports data sessions by accounting messages where configured, everything else as events. */
async function deliverToSink(
  { sinks, reportUsage }: SimulationContext,
  networkId: string,
  events: readonly NetworkEvent[],
): Promise<void> {
  const sessions = reportUsage ? events.filter(isSessionEvent) : []
  if (sessions.length > 0) await reportUsage?.(networkId, sessions)
  const others = events.filter((event) => !reportUsage || !isSessionEvent(event))
  if (others.length > 0) await sinks.get(networkId)?.(others)
}

async function claimEvents(client: StoreClient, networkIds: readonly string[], now: Date): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>(
    `DELETE FROM simulated_network.events WHERE event_key = ANY(ARRAY(
       SELECT due.event_key FROM unnest($1::text[]) AS n(network_id)
       CROSS JOIN LATERAL (
         SELECT e.event_key FROM simulated_network.events e
         WHERE e.network_id = n.network_id AND e.due_at <= $2 ORDER BY e.due_at, e.event_key LIMIT ${BATCH}
       ) due
     )) RETURNING event_key, network_id, event`,
    [networkIds, now],
  )
  return rows.sort((a, b) => a.event_key - b.event_key)
}

/** Retention of the network's records, for repeated commands and for analysis. */
const RETENTION_MS = 30 * DAY_MS

export async function deleteOldRecords({ store, clock }: SimulationContext): Promise<void> {
  const before = new Date(clock().getTime() - RETENTION_MS)
  await store.inTransaction(async (client) => {
    await client.query('DELETE FROM simulated_network.commands WHERE received_at < $1', [before])
    await client.query('DELETE FROM simulated_network.effects WHERE at < $1', [before])
  })
}
