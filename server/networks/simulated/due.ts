import { isSessionEvent } from '../events/session-usage.ts'
import type { NetworkEvent } from '../network-events.ts'
import { diceOf } from './chance.ts'
import { deviceKind } from './device-kinds.ts'
import { settle } from './orders.ts'
import { eventOf, publish } from './publish.ts'
import type { World } from './runner.ts'
import type { Sim } from './sim.ts'
import type { Client, OutgoingEvent } from './store.ts'

/** Pieces of work in one transaction. */
const BATCH = 500
const MESSAGE_RETRY_MS = 60_000

const listening = ({ sinks }: World): string[] => [...sinks.keys()]

/** Events as the network's plan lets them go out. */
export function outgoing(world: World, sim: Sim, events: readonly NetworkEvent[], now: Date): OutgoingEvent[] {
  const settings = world.settingsOf(sim.networkId)
  return settings ? publish(sim.networkId, events, settings.faults, now) : []
}

/** Carries out what was taken on and is due. @returns whether there may be more */
export async function settleDue(world: World): Promise<boolean> {
  const { store, clock } = world
  const now = clock()
  return store.inTransaction(async (client) => {
    const due = await store.lockWhere(
      client,
      `pending_due_at <= $1 AND network_id = ANY($2::text[]) ORDER BY pending_due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [now, listening(world)],
    )
    if (due.size === 0) return false
    const moment = { now, seconds: await store.seconds(client) }
    const outcomes = [...due.values()].flatMap((sim) => settle(sim, moment) ?? [])
    const changes = {
      sims: outcomes.map(({ sim }) => sim),
      effects: outcomes.flatMap(({ effects }) => effects),
      events: outcomes.flatMap(({ sim, events }) => outgoing(world, sim, events, now)),
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
  readonly is_told: boolean
}

/** Delivers messages to devices that are there; gives up those whose time is over. @returns whether there may be more */
export async function settleMessages(world: World): Promise<boolean> {
  const { store, clock } = world
  const now = clock()
  return store.inTransaction(async (client) => {
    const { rows } = await client.query<MessageRow>(
      `SELECT iccid, reference, segments, expires_at, is_told FROM simulated_network.messages WHERE due_at <= $1
       ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [now],
    )
    if (rows.length === 0) return false
    const iccids = [...new Set(rows.map(({ iccid }) => iccid))].sort()
    const sims = await store.lockWhere(client, 'iccid = ANY($1::text[])', [iccids])
    const told = rows.flatMap((row) => {
      const sim = sims.get(row.iccid)
      const events = sim ? messageEvents(sim, row, now) : []
      return sim && events.length > 0 ? [{ row, events: outgoing(world, sim, events, now) }] : []
    })
    const over = told.filter(({ events: [first] }) => first?.event.kind !== 'smsBuffered')
    await client.query(
      `WITH gone AS (
         DELETE FROM simulated_network.messages m USING unnest($1::text[], $2::text[]) AS g(iccid, reference)
         WHERE m.iccid = g.iccid AND m.reference = g.reference
       )
       UPDATE simulated_network.messages SET due_at = $3, is_told = true
       WHERE due_at <= $4 AND iccid = ANY($5::text[]) AND (iccid, reference) NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [
        over.map(({ row }) => row.iccid),
        over.map(({ row }) => row.reference),
        new Date(now.getTime() + MESSAGE_RETRY_MS),
        now,
        iccids,
      ],
    )
    await store.write(
      client,
      { sims: [], effects: [], commands: [], messages: [], events: told.flatMap(({ events }) => events) },
      now,
    )
    return rows.length === BATCH
  })
}

/** What becomes of a message now; that it waits is told once. Some devices answer. */
function messageEvents(sim: Sim, { reference, segments, expires_at, is_told }: MessageRow, now: Date): NetworkEvent[] {
  const { iccid } = sim
  const about = { iccid, at: now, reference }
  if (expires_at <= now) return [{ kind: 'smsFailed', id: `${iccid}:mt:${reference}`, ...about, cause: 'expired' }]
  if (sim.state === 'terminated') {
    return [{ kind: 'smsFailed', id: `${iccid}:mt:${reference}`, ...about, cause: 'absent_subscriber' }]
  }
  if (!sim.isRegistered || sim.mood === 'silent') {
    return is_told ? [] : [{ kind: 'smsBuffered', id: `${iccid}:wait:${reference}`, ...about }]
  }
  const delivered = { kind: 'smsDelivered', id: `${iccid}:mt:${reference}`, ...about, segments } as const
  const kind = deviceKind(sim.device)
  const dice = diceOf(iccid, 'reply', reference)
  if (!dice.happens(kind.repliesToSms)) return [delivered]
  const text = kind.smsPerDay > 0 ? dice.pick(kind.texts) : 'OK'
  return [delivered, { kind: 'smsReceived', id: `${iccid}:re:${reference}`, iccid, at: now, to: '1500', text, segments: 1 }]
}

interface EventRow {
  readonly event_key: number
  readonly network_id: string
  readonly event: NetworkEvent
}

/** Whoever gets this lock delivers; so events of a SIM are never overtaken by later ones in another process. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('enlace:simulated-network:events')) AS is_ours"

/** Hands events to whoever listens; they are gone when all took them. @returns whether there may be more */
export async function deliverEvents(world: World): Promise<boolean> {
  const { store, clock } = world
  return store.inTransaction(async (client) => {
    const lock = await client.query<{ is_ours: boolean }>(LOCK)
    if (!lock.rows[0]?.is_ours) return false
    const rows = await takeEvents(client, listening(world), clock())
    const byNetwork = Map.groupBy(rows, ({ network_id }) => network_id)
    for (const [networkId, ofNetwork] of byNetwork) {
      await tell(
        world,
        networkId,
        ofNetwork.map(({ event }) => eventOf(event)),
      )
    }
    return rows.length >= BATCH
  })
}

/** Data sessions by accounting messages where somebody takes them, all else as events. */
async function tell({ sinks, reportUsage }: World, networkId: string, events: readonly NetworkEvent[]): Promise<void> {
  const sessions = reportUsage ? events.filter(isSessionEvent) : []
  if (sessions.length > 0) await reportUsage?.(networkId, sessions)
  const others = events.filter((event) => !reportUsage || !isSessionEvent(event))
  if (others.length > 0) await sinks.get(networkId)?.(others)
}

async function takeEvents(client: Client, networkIds: readonly string[], now: Date): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>(
    `DELETE FROM simulated_network.events WHERE event_key IN (
       SELECT due.event_key FROM unnest($1::text[]) AS n(network_id)
       CROSS JOIN LATERAL (
         SELECT e.event_key FROM simulated_network.events e
         WHERE e.network_id = n.network_id AND e.due_at <= $2 ORDER BY e.due_at, e.event_key LIMIT ${BATCH}
       ) due
     ) RETURNING event_key, network_id, event`,
    [networkIds, now],
  )
  return rows.sort((a, b) => a.event_key - b.event_key)
}

/** What the network's books are kept for: repetitions of a command, and questions about what happened. */
const BOOKS_MS = 30 * 86_400_000

export async function forgetOldBooks({ store, clock }: World): Promise<void> {
  const before = new Date(clock().getTime() - BOOKS_MS)
  await store.inTransaction(async (client) => {
    await client.query('DELETE FROM simulated_network.commands WHERE received_at < $1', [before])
    await client.query('DELETE FROM simulated_network.effects WHERE at < $1', [before])
  })
}
