import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../db/database.ts'
import type { NetworkEvent } from '../network-events.ts'
import { type SimBefore, sessionName } from './fold-events.ts'
import type { SessionRecord } from './session-record.ts'

/** The SIMs of these numbers, identity and live row locked in the order in which everyone locks them. Unknown ones are left out. */
export async function lockSims(trx: DatabaseTransaction, iccids: readonly string[]): Promise<SimBefore[]> {
  const { rows } = await sql<SimBefore>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS "administrativeStatus", s.plan_code AS "planCode",
      l.gprs_status AS "gprsStatus", s.imei, l.connection_started_at AS "connectionStartedAt", c.time_zone AS "timeZone",
      c.cycle_anchor_day AS "cycleAnchorDay"
    FROM sim_registry r
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    JOIN sim_live l ON l.company_id = r.company_id AND l.iccid = r.iccid
    JOIN companies c ON c.company_id = r.company_id
    WHERE r.iccid = ANY(${iccids}::text[])
    ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s, l`.execute(trx)
  return rows
}

interface SessionRow extends SessionRecord {
  readonly iccid: string
}

/** The sessions that events speak of, as they are kept: by ICCID, then by `sessionName`. */
export async function readSessions(
  trx: DatabaseTransaction,
  sims: readonly SimBefore[],
  events: readonly NetworkEvent[],
): Promise<Map<string, Map<string, SessionRecord>>> {
  const companyOf = new Map(sims.map(({ iccid, companyId }) => [iccid, companyId]))
  const spoken = events.flatMap((event) => {
    const companyId = companyOf.get(event.iccid)
    return 'sessionKey' in event && companyId !== undefined ? [{ companyId, event }] : []
  })
  const bySim = new Map<string, Map<string, SessionRecord>>()
  if (spoken.length === 0) return bySim
  const { rows } = await sql<SessionRow>`
    SELECT d.iccid, d.session_key AS "sessionKey", d.started_at AS "startedAt", d.stopped_at AS "stoppedAt", d.apn,
      coalesce(host(d.ip), '') AS ip, d.serving_network AS "servingNetwork", d.radio_technology AS "radioTechnology",
      d.end_cause AS "endCause", d.data_bytes AS "dataBytes", coalesce(d.counter_bytes, d.data_bytes) AS "counterBytes",
      d.counted_at AS "countedAt"
    FROM unnest(
      ${spoken.map(({ companyId }) => companyId)}::int[], ${spoken.map(({ event }) => event.iccid)}::text[],
      ${spoken.map(({ event }) => event.startedAt)}::timestamptz[], ${spoken.map(({ event }) => event.sessionKey)}::text[]
    ) AS w(company_id, iccid, started_at, session_key)
    JOIN data_sessions d ON d.company_id = w.company_id AND d.iccid = w.iccid COLLATE "C" AND d.started_at = w.started_at
      AND d.session_key = w.session_key`.execute(trx)
  for (const { iccid, ...record } of rows) {
    const ofSim = bySim.get(iccid) ?? new Map<string, SessionRecord>()
    ofSim.set(sessionName(record.startedAt, record.sessionKey), record)
    bySim.set(iccid, ofSim)
  }
  return bySim
}
