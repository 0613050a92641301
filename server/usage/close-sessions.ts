import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from '../records/sim-key.ts'
import type { QueuedChange } from './queued-change.ts'
import type { SourceReset } from './usage-record.ts'

interface Row extends SimKey {
  readonly sessionKey: string
  readonly startedAt: Date
  readonly dataBytes: number
}

/** Sessions closed at a time: a gateway may lose a million, and these are held in memory. */
export const CLOSE_BATCH_SIZE = 10_000

/**
 * Closes the sessions that an access server lost by restarting (RFC 2866 section 4.1): those that started before the
 * restart and have not been reported since. Usage between their last report and the restart is lost.
 * @returns the changes of SIMs; when there are CLOSE_BATCH_SIZE there may be more
 */
export async function closeLostSessions(
  trx: DatabaseTransaction,
  { clientId, nas, atMs }: SourceReset,
): Promise<QueuedChange[]> {
  const { rows } = await sql<Row>`
    UPDATE data_sessions d SET stopped_at = to_timestamp(${atMs / 1000}), end_cause = 'network'
    FROM (
      SELECT company_id, iccid, session_key, started_at FROM data_sessions
      WHERE client_id = ${clientId} AND nas = ${nas} AND stopped_at IS NULL AND started_at < to_timestamp(${atMs / 1000})
        AND coalesce(counted_at, '-infinity') < to_timestamp(${atMs / 1000})
      LIMIT ${sql.lit(CLOSE_BATCH_SIZE)}
    ) lost
    WHERE d.company_id = lost.company_id AND d.iccid = lost.iccid AND d.session_key = lost.session_key
      AND d.started_at = lost.started_at
    RETURNING d.company_id AS "companyId", d.iccid, d.session_key AS "sessionKey", d.data_bytes AS "dataBytes",
      d.started_at AS "startedAt"`.execute(trx)
  return rows.map(({ companyId, iccid, sessionKey, startedAt, dataBytes }) => ({
    companyId,
    iccid,
    atMs,
    seenAtMs: null,
    session: { startedAtMs: startedAt.getTime(), stoppedAtMs: atMs, facts: {} },
    usage: [],
    timeline: [{ atMs, kind: 'session_stopped', detail: { cause: 'network', sessionKey, bytes: dataBytes } }],
  }))
}
