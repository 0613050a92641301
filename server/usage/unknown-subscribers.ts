import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { Unfound } from './find-sims.ts'
import type { UsageRecord } from './usage-record.ts'

export interface UnfoundRecord {
  readonly record: UsageRecord
  readonly reason: Unfound
}

interface Noted {
  readonly imsi: string
  readonly msisdn: string
  readonly clientId: number
  readonly reason: Unfound
  apn: string
  records: number
  firstMs: number
  lastMs: number
}

/** Notes SIMs that records speak of and that the portal does not have, for the administrator: once for each, with how often. */
export async function noteUnknown(trx: DatabaseTransaction, unfound: readonly UnfoundRecord[]): Promise<void> {
  const noted = new Map<string, Noted>()
  for (const { record, reason } of unfound) {
    const { imsi = '', msisdn = '', clientId, atMs, facts } = record
    const key = `${clientId} ${imsi} ${msisdn}`
    const known = noted.get(key) ?? { imsi, msisdn, clientId, reason, apn: '', records: 0, firstMs: atMs, lastMs: atMs }
    known.records++
    known.apn = facts.apn ?? known.apn
    known.firstMs = Math.min(known.firstMs, atMs)
    known.lastMs = Math.max(known.lastMs, atMs)
    noted.set(key, known)
  }
  const rows = [...noted.values()]
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
