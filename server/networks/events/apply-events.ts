import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import type { LiveUpdate } from '#server/usage/live-change.ts'
import { lockSims } from '#server/usage/lock-sims.ts'
import { recordUsageEvents } from '#server/usage/usage-events.ts'
import { writeLive } from '#server/usage/write-live.ts'
import type { NetworkEvent } from '../network-events.ts'
import { foldEvents, type PlainEvent } from './fold-events.ts'
import { isSessionEvent, toUsageRecord } from './session-usage.ts'

/** Networks do not repeat events later than this. */
const SEEN_HOURS = 3

/** An event of a known SIM with the SIM's company. */
export interface OwnedEvent {
  readonly companyId: number
  readonly event: NetworkEvent
}

/**
 * Applies a network's events to sim_live, usage_days, sim_events and the tallies; events of data sessions are stored to
 * be counted as accounting messages are. Repeated events have no effect; events of unknown SIMs are dropped.
 * @returns the new events, with their companies
 */
export async function applyEvents(
  trx: DatabaseTransaction,
  networkId: string,
  events: readonly NetworkEvent[],
  now: Date,
): Promise<OwnedEvent[]> {
  const fresh = await filterUnseen(trx, networkId, events, now)
  if (fresh.length === 0) return []
  const records = fresh.filter(isSessionEvent).map(toUsageRecord)
  if (records.length > 0) await storeUsageMessages(trx, records, now)
  const plain = fresh.filter((event): event is PlainEvent => !isSessionEvent(event))
  if (plain.length === 0) return []
  const bySim = Map.groupBy(plain, ({ iccid }) => iccid)
  const sims = await lockSims(trx, [...bySim.keys()])
  const updates = sims.flatMap((before): LiveUpdate[] => {
    const [first, ...others] = bySim.get(before.iccid) ?? []
    return first ? [foldEvents(before, [first, ...others], now)] : []
  })
  const used = updates.flatMap(({ before: { companyId, iccid, planCode }, usage }) =>
    usage.map((added) => ({ companyId, iccid, planCode, hours: undefined, ...added })),
  )
  await addUsage(trx, used)
  await recordUsageEvents(trx, used, now)
  await writeLive(trx, updates, now)
  const companyOf = new Map(sims.map(({ iccid, companyId }) => [iccid, companyId]))
  return plain.flatMap((event) => {
    const companyId = companyOf.get(event.iccid)
    return companyId === undefined ? [] : [{ companyId, event }]
  })
}

/** Filters events not seen before and records them as seen; a duplicate id within a batch counts once. */
async function filterUnseen(
  trx: DatabaseTransaction,
  networkId: string,
  events: readonly NetworkEvent[],
  now: Date,
): Promise<NetworkEvent[]> {
  const byId = new Map<string, NetworkEvent>()
  for (const event of events) if (!byId.has(event.id)) byId.set(event.id, event)
  const { rows } = await sql<{ event_id: string }>`
    INSERT INTO network_events_seen (network_id, event_id, seen_at)
    SELECT ${networkId}, id, ${now} FROM unnest(${[...byId.keys()]}::text[]) AS n(id) ORDER BY id COLLATE "C"
    ON CONFLICT DO NOTHING RETURNING event_id`.execute(trx)
  const fresh = new Set(rows.map(({ event_id }) => event_id))
  return [...byId.values()].filter(({ id }) => fresh.has(id))
}

/** Deletes ids of seen events that can no longer be repeated. */
export async function deleteSeenEvents(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM network_events_seen WHERE seen_at < ${new Date(now.getTime() - SEEN_HOURS * HOUR_MS)}`.execute(db)
}
