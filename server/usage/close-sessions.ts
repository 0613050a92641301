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

/** A gateway may lose a million: that many are held in memory. */
export const SESSIONS_AT_ONCE = 10_000

/**
 * Ends the sessions that an access server has lost by beginning anew (RFC 2866 section 4.1): those that began before it did and of
 * which nothing was heard since. What they used between their last report and then nobody will know.
 * @returns what that changes of SIMs; when it is SESSIONS_AT_ONCE there may be more
 */
export async function closeSessionsOf(trx: DatabaseTransaction, { clientId, nas, atMs }: TellerReset): Promise<Change[]> {
  const { rows } = await sql<Row>`
    UPDATE data_sessions d SET stopped_at = to_timestamp(${atMs / 1000}), end_cause = 'network'
    FROM (
      SELECT company_id, iccid, session_key, started_at FROM data_sessions
      WHERE client_id = ${clientId} AND nas = ${nas} AND stopped_at IS NULL AND started_at < to_timestamp(${atMs / 1000})
        AND coalesce(counted_at, '-infinity') < to_timestamp(${atMs / 1000})
      LIMIT ${sql.lit(SESSIONS_AT_ONCE)}
    ) lost
    WHERE d.company_id = lost.company_id AND d.iccid = lost.iccid AND d.session_key = lost.session_key
      AND d.started_at = lost.started_at
    RETURNING d.company_id AS "companyId", d.iccid, d.session_key AS "sessionKey", d.data_bytes AS "dataBytes",
      round(date_part('epoch', d.started_at) * 1000) AS "startedAtMs"`.execute(trx)
  return rows.map(({ companyId, iccid, sessionKey, startedAtMs, dataBytes }) => ({
    companyId,
    iccid,
    atMs,
    session: { startedAtMs, stoppedAtMs: atMs, facts: {} },
    usage: [],
    timeline: [{ atMs, kind: 'session_stopped', detail: { cause: 'network', sessionKey, bytes: dataBytes } }],
  }))
}
