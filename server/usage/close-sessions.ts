import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Change } from './change.ts'
import type { TellerReset } from './usage-record.ts'

interface Row {
  readonly companyId: number
  readonly iccid: string
  readonly sessionKey: string
  readonly startedAtMs: number
  readonly dataBytes: number
}

/**
 * Ends the sessions that an access server has lost by beginning anew (RFC 2866 section 4.1): those that began before it did and of
 * which nothing was heard since. What they used between their last report and then nobody will know.
 */
export async function closeSessionsOf(trx: DatabaseTransaction, { clientId, nas, atMs }: TellerReset): Promise<Change[]> {
  const { rows } = await sql<Row>`
    UPDATE data_sessions SET stopped_at = to_timestamp(${atMs / 1000}), end_cause = 'network'
    WHERE client_id = ${clientId} AND nas = ${nas} AND stopped_at IS NULL AND started_at < to_timestamp(${atMs / 1000})
      AND coalesce(counted_at, '-infinity') < to_timestamp(${atMs / 1000})
    RETURNING company_id AS "companyId", iccid, session_key AS "sessionKey", data_bytes AS "dataBytes",
      round(date_part('epoch', started_at) * 1000) AS "startedAtMs"`.execute(trx)
  return rows.map(({ companyId, iccid, sessionKey, startedAtMs, dataBytes }) => ({
    companyId,
    iccid,
    atMs,
    session: { startedAtMs, stoppedAtMs: atMs, facts: {} },
    usage: [],
    timeline: [{ atMs, kind: 'session_stopped', detail: { cause: 'network', sessionKey, bytes: dataBytes } }],
  }))
}
