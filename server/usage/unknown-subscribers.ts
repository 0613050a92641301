import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { SimLookupFailure } from './find-sims.ts'
import type { UsageRecord } from './usage-record.ts'

export interface UnmatchedRecord {
  readonly record: UsageRecord
  readonly receivedAt: Date
  readonly reason: SimLookupFailure
}

interface UnknownSubscriber {
  readonly imsi: string
  readonly msisdn: string
  readonly clientId: number
  readonly reason: SimLookupFailure
  apn: string
  records: number
  firstMs: number
  lastMs: number
}

/**
 * Records subscribers that are not SIMs of the portal, for the administrator: one row each, with the number of records.
 */
export async function recordUnknownSubscribers(trx: DatabaseTransaction, unmatched: readonly UnmatchedRecord[]): Promise<void> {
  if (unmatched.length === 0) return
  const subscribers = new Map<string, UnknownSubscriber>()
  for (const { record, reason } of unmatched) {
    const { imsi = '', msisdn = '', clientId, atMs, facts } = record
    const key = `${clientId} ${imsi} ${msisdn}`
    const known = subscribers.get(key) ?? { imsi, msisdn, clientId, reason, apn: '', records: 0, firstMs: atMs, lastMs: atMs }
    known.records++
    known.apn = facts.apn ?? known.apn
    known.firstMs = Math.min(known.firstMs, atMs)
    known.lastMs = Math.max(known.lastMs, atMs)
    subscribers.set(key, known)
  }
  const rows = [...subscribers.values()]
  await sql`
    INSERT INTO unknown_subscribers AS u (imsi, msisdn, client_id, reason, apn, records, first_at, last_at)
    SELECT imsi, msisdn, client_id, reason, apn, records, to_timestamp(first_at), to_timestamp(last_at)
    FROM unnest(${array(rows.map(({ imsi }) => imsi))}::text[], ${array(rows.map(({ msisdn }) => msisdn))}::text[],
      ${array(rows.map(({ clientId }) => clientId))}::smallint[], ${array(rows.map(({ reason }) => reason))}::text[],
      ${array(rows.map(({ apn }) => apn))}::text[], ${array(rows.map(({ records }) => records))}::bigint[],
      ${array(rows.map(({ firstMs }) => firstMs / 1000))}::float8[], ${array(rows.map(({ lastMs }) => lastMs / 1000))}::float8[]
    ) AS n(imsi, msisdn, client_id, reason, apn, records, first_at, last_at)
    ON CONFLICT (imsi, msisdn, client_id) DO UPDATE SET reason = excluded.reason, records = u.records + excluded.records,
      apn = coalesce(nullif(excluded.apn, ''), u.apn), first_at = least(u.first_at, excluded.first_at),
      last_at = greatest(u.last_at, excluded.last_at)`.execute(trx)
}
