import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { releaseHold } from './data-holds.ts'
import { orderHeldLocks } from './network-locks.ts'

/** Takes the locks off SIMs that leave their companies, before they do, and has their networks let them go. What was cut stays cut, as with alarms; the company keeps the devices. */
export async function leaveLocks(
  trx: DatabaseTransaction,
  sims: readonly { readonly companyId: number | null; readonly iccid: string }[],
  now: Date,
): Promise<void> {
  const leaving = sql`unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS m(company_id, iccid)`
  await sql`
    DELETE FROM sim_locks k USING ${leaving} WHERE k.company_id = m.company_id AND k.iccid = m.iccid COLLATE "C"`.execute(trx)
  await sql`
    UPDATE lock_breaches b SET ended_at = ${now}, ${releaseHold(now)} FROM ${leaving}
    WHERE b.company_id = m.company_id AND b.iccid = m.iccid COLLATE "C" AND b.ended_at IS NULL`.execute(trx)
  await orderHeldLocks(trx, sims, now)
}
