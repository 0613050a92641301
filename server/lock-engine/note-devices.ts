import { sql } from 'kysely'
import { SIM_DEVICES_MAX } from '#domain/locks.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { JudgedDevice } from './judge-reports.ts'

/** Records the devices in which SIMs were reported, each with its first and last time; of each SIM only the latest devices are kept. */
export async function noteDevices(trx: DatabaseTransaction, judged: readonly JudgedDevice[]): Promise<void> {
  const rows = judged.map(({ companyId, iccid, imei, at }) => ({ companyId, iccid, imei, at }))
  await sql`
    INSERT INTO sim_devices AS d (company_id, iccid, imei, first_seen_at, last_seen_at)
    SELECT "companyId", iccid, imei, at, at
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, imei text, at timestamptz) ORDER BY 1, 2
    ON CONFLICT (company_id, iccid, imei) DO UPDATE
    SET first_seen_at = least(d.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)`.execute(trx)
  const swapped = judged.filter(({ previousImei }) => previousImei !== undefined)
  if (swapped.length === 0) return
  await sql`
    DELETE FROM sim_devices d
    USING unnest(${swapped.map(({ companyId }) => companyId)}::int[], ${swapped.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    WHERE d.company_id = w.company_id AND d.iccid = w.iccid COLLATE "C" AND d.imei IN (
      SELECT o.imei FROM sim_devices o WHERE o.company_id = w.company_id AND o.iccid = w.iccid COLLATE "C"
      ORDER BY o.last_seen_at DESC, o.imei OFFSET ${SIM_DEVICES_MAX})`.execute(trx)
}
