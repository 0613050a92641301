import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from './sim-key.ts'

/** What a change makes of a row of `network_locks`: another order, which begins anew. */
const AS_NEW = sql`order_id = excluded.order_id, requested_at = excluded.requested_at, due_at = excluded.due_at, sends = 0, run = 1, problem = ''`

/**
 * Has the networks of SIMs asked what they hold, and sent what they have to hold now, in the transaction that changes it. What that is, is read
 * when they are asked. Of networks that hold no SIM to a device nothing is asked.
 */
export async function orderNetworkLocks(trx: DatabaseTransaction, sims: readonly SimKey[], now: Date): Promise<void> {
  if (sims.length === 0) return
  await sql`
    INSERT INTO network_locks (company_id, iccid, order_id, requested_at, due_at)
    SELECT DISTINCT w.company_id, w.iccid COLLATE "C", ${randomUUID()}::uuid, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    ORDER BY 1, 2
    ON CONFLICT (company_id, iccid) DO UPDATE SET ${AS_NEW}`.execute(trx)
}

/** The same of SIMs that have no lock any more: networks that may hold one let it go. */
export async function orderHeldLocks(
  trx: DatabaseTransaction,
  sims: readonly { readonly companyId: number | null; readonly iccid: string }[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE network_locks l SET order_id = ${randomUUID()}, requested_at = ${now}, due_at = ${now}, sends = 0, run = 1, problem = ''
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    WHERE l.company_id = w.company_id AND l.iccid = w.iccid COLLATE "C"`.execute(trx)
}

/** The same of all SIMs of an origin and a type, which another network carries from now on: those with a lock, and those that one holds. */
export async function orderLocksOfRoute(
  trx: DatabaseTransaction,
  { originId, simTypeId }: { readonly originId: number; readonly simTypeId: number },
  now: Date,
): Promise<void> {
  await sql`
    WITH locked AS (
      SELECT s.company_id, s.iccid FROM (
        SELECT company_id, iccid FROM sim_locks WHERE device_mode IN ('imei', 'learn')
        UNION SELECT company_id, iccid FROM network_locks
      ) k
      JOIN sims s ON s.company_id = k.company_id AND s.iccid = k.iccid
      WHERE s.origin_id = ${originId} AND s.sim_type_id = ${simTypeId}
    )
    INSERT INTO network_locks (company_id, iccid, order_id, requested_at, due_at)
    SELECT company_id, iccid, ${randomUUID()}::uuid, ${now}::timestamptz, ${now}::timestamptz FROM locked ORDER BY 1, 2
    ON CONFLICT (company_id, iccid) DO UPDATE SET ${AS_NEW}`.execute(trx)
}
