import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Order } from './order.ts'

/** Longer than a look at an order can take; what a process leaves behind that dies is taken up by another one then. */
const LEASE_MS = 120_000

/** A SIM of a company. */
export interface SimKey {
  readonly companyId: number
  readonly iccid: string
}

interface Wanted {
  readonly limit: number
  readonly now: Date
  /** only this one, whether it is due or not */
  readonly only?: SimKey | undefined
}

interface Row extends Omit<Order, 'sim'> {
  readonly imsi: string | null
  readonly msisdn: string | null
  readonly status: number | null
}

const pick = ({ only, now }: Wanted): RawBuilder<unknown> =>
  only
    ? sql`o.company_id = ${only.companyId} AND o.iccid = ${only.iccid} AND o.due_at <= ${new Date(now.getTime() + LEASE_MS / 2)}`
    : sql`o.due_at <= ${now}`

/** Takes orders into this process's hands: whoever asks at the same time gets others. */
export async function takeOrders(db: Database, wanted: Wanted): Promise<Order[]> {
  const { rows } = await sql<Row>`
    WITH due AS MATERIALIZED (
      SELECT o.company_id, o.iccid FROM network_orders o WHERE ${pick(wanted)}
      ORDER BY o.due_at LIMIT ${wanted.limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE network_orders o SET due_at = ${new Date(wanted.now.getTime() + LEASE_MS)} FROM due
      WHERE o.company_id = due.company_id AND o.iccid = due.iccid RETURNING o.*
    )
    SELECT t.company_id AS "companyId", t.iccid, t.order_id::text AS "orderId", t.goal, t.actor, t.reason, t.requested_at AS "requestedAt",
      t.expires_at AS "expiresAt", t.sends, t.run, t.reference, s.imsi, s.msisdn, s.administrative_status AS status,
      r.network_id AS "networkId", EXISTS (
        SELECT FROM open_changes c WHERE c.company_id = t.company_id AND c.iccid = t.iccid) AS "isBusy"
    FROM taken t
    LEFT JOIN sims s ON s.company_id = t.company_id AND s.iccid = t.iccid
    LEFT JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id`.execute(db)
  return rows.map(({ imsi, msisdn, status, ...order }) => ({
    ...order,
    sim: imsi === null || msisdn === null || status === null ? null : { imsi, msisdn, status },
  }))
}
