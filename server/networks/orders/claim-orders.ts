import { type RawBuilder, sql } from 'kysely'
import { type DeviceMode, networkLockOf } from '#domain/locks.ts'
import type { Database } from '#server/db/database.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import type { NetworkOrder } from './order.ts'

/**
 * Lease of a claim, longer than processing takes: when it expires the process has died, and another one claims the
 * order.
 */
const LEASE_MS = 120_000

interface ClaimRequest {
  readonly limit: number
  readonly now: Date
  /** only this SIM's order, whether due or not */
  readonly only?: SimKey | undefined
}

interface Row extends Omit<NetworkOrder, 'sim'> {
  readonly imsi: string | null
  readonly msisdn: string | null
  readonly status: number | null
  readonly profile: string | null
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly isReleased: boolean
}

const condition = ({ only, now }: ClaimRequest): RawBuilder<unknown> =>
  only
    ? sql`o.company_id = ${only.companyId} AND o.iccid = ${only.iccid} AND o.due_at <= ${new Date(now.getTime() + LEASE_MS / 2)}`
    : sql`o.due_at <= ${now}`

/** Claims orders for this process: concurrent callers get others. */
export async function claimOrders(db: Database, request: ClaimRequest): Promise<NetworkOrder[]> {
  const { rows } = await sql<Row>`
    WITH due AS MATERIALIZED (
      SELECT o.company_id, o.iccid FROM network_orders o WHERE ${condition(request)}
      ORDER BY o.due_at LIMIT ${request.limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE network_orders o SET due_at = ${new Date(request.now.getTime() + LEASE_MS)} FROM due
      WHERE o.company_id = due.company_id AND o.iccid = due.iccid RETURNING o.*
    )
    SELECT t.company_id AS "companyId", t.iccid, t.order_id::text AS "orderId", t.goal, t.actor, t.reason, t.requested_at AS "requestedAt",
      t.expires_at AS "expiresAt", t.sends, t.run, t.reference, s.imsi, s.msisdn, s.administrative_status AS status,
      p.network_profile AS profile, k.device_mode AS mode, k.device_values AS values, ${isDeviceReleased(sql`t`)} AS "isReleased", r.network_id AS "networkId", EXISTS (
        SELECT FROM open_changes c WHERE c.company_id = t.company_id AND c.iccid = t.iccid) AS "hasOpenChange"
    FROM taken t
    LEFT JOIN sims s ON s.company_id = t.company_id AND s.iccid = t.iccid
    LEFT JOIN plans p ON p.plan_code = s.plan_code
    LEFT JOIN sim_locks k ON k.company_id = t.company_id AND k.iccid = t.iccid
    LEFT JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id`.execute(db)
  return rows.map(({ imsi, msisdn, status, profile, mode, values, isReleased, ...order }) => {
    const deviceLock = mode && values ? networkLockOf({ mode, values }, { isReleased }) : ''
    const isThere = imsi !== null && msisdn !== null && status !== null
    return { ...order, sim: isThere ? { imsi, msisdn, status, profile: profile ?? '', deviceLock } : null }
  })
}

/** Whether a person has let a SIM be in the device that broke its lock. @param sim what has company_id and iccid */
export const isDeviceReleased = (sim: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM lock_breaches b WHERE b.company_id = ${sim}.company_id AND b.iccid = ${sim}.iccid AND b.kind = 'device'
    AND b.ended_at IS NULL AND b.released_at IS NOT NULL)`
