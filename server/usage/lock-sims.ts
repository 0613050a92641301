import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { LockedSim } from './live-change.ts'

/** Locks identity and live row of SIMs, in key order as every writer does. Unknown ICCIDs are left out. */
export async function lockSims(trx: DatabaseTransaction, iccids: readonly string[]): Promise<LockedSim[]> {
  const { rows } = await sql<LockedSim>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS "administrativeStatus", s.plan_code AS "planCode",
      l.gprs_status AS "gprsStatus", s.imei, l.network_at AS "networkAt", l.located_at AS "locatedAt", l.connection_started_at AS "connectionStartedAt", c.time_zone AS "timeZone",
      c.cycle_anchor_day AS "cycleAnchorDay"
    FROM sim_registry r
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    JOIN sim_live l ON l.company_id = r.company_id AND l.iccid = r.iccid
    JOIN companies c ON c.company_id = r.company_id
    WHERE r.iccid = ANY(${iccids}::text[])
    ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s, l`.execute(trx)
  return rows
}
