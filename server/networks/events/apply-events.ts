import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../db/database.ts'
import { addUsage } from '../../usage/add-usage.ts'
import { storeUsageMessages } from '../../usage/intake.ts'
import type { LiveUpdate } from '../../usage/live-change.ts'
import { lockSims } from '../../usage/lock-sims.ts'
import { writeLive } from '../../usage/write-live.ts'
import type { NetworkEvent } from '../network-events.ts'
import { foldEvents, type PlainEvent } from './fold-events.ts'
import { isSessionEvent, usageRecordOf } from './session-usage.ts'

/** An event of a SIM that the portal has, with whose it is. */
export interface PlacedEvent {
  readonly companyId: number
  readonly event: NetworkEvent
}

/**
 * Takes events of a network into sim_live, usage_days, sim_events and the tallies; those of data sessions are kept to be counted as
 * accounting messages are. An event that was taken in before does nothing; those of SIMs that the portal does not have are dropped.
 * @returns the events that were new, with their companies
 */
export async function applyEvents(
  trx: DatabaseTransaction,
  networkId: string,
  events: readonly NetworkEvent[],
  now: Date,
): Promise<PlacedEvent[]> {
  const fresh = await notSeen(trx, networkId, events, now)
  if (fresh.length === 0) return []
  const records = fresh.filter(isSessionEvent).map(usageRecordOf)
  if (records.length > 0) await storeUsageMessages(trx, records, now)
  const plain = fresh.filter((event): event is PlainEvent => !isSessionEvent(event))
  if (plain.length === 0) return []
  const bySim = Map.groupBy(plain, ({ iccid }) => iccid)
  const sims = await lockSims(trx, [...bySim.keys()])
  const updates = sims.flatMap((before): LiveUpdate[] => {
    const [first, ...others] = bySim.get(before.iccid) ?? []
    return first ? [foldEvents(before, [first, ...others])] : []
  })
  await addUsage(
    trx,
    updates.flatMap(({ before: { companyId, iccid, planCode }, usage }) =>
      usage.map((added) => ({ companyId, iccid, planCode, hours: undefined, ...added })),
    ),
  )
  await writeLive(trx, updates)
  const companyOf = new Map(sims.map(({ iccid, companyId }) => [iccid, companyId]))
  return plain.flatMap((event) => {
    const companyId = companyOf.get(event.iccid)
    return companyId === undefined ? [] : [{ companyId, event }]
  })
}

/** Events that were never taken in; from now on they were. The same id twice in a batch counts once. */
async function notSeen(
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
