import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { lockReportedSims } from '#server/records/sim-drifts.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { isDeviceReleased } from './claim-orders.ts'
import type { ClaimedLock, LockOutcome } from './device-locks.ts'

/** Longer than a batch takes: when it is over the process has died, and another one asks. */
const CLAIM_MS = 600_000

interface ClaimRequest {
  readonly limit: number
  readonly now: Date
  readonly only: SimKey | undefined
}

/**
 * Claims SIMs whose lock is due: of one SIM one network is asked at a time, whatever changes meanwhile. The network that may hold a lock
 * from now on is kept before it is asked.
 */
export async function claimDeviceLocks(db: Database, { limit, now, only }: ClaimRequest): Promise<ClaimedLock[]> {
  const ofSim = only ? sql`AND l.company_id = ${only.companyId} AND l.iccid = ${only.iccid}` : sql``
  const { rows } = await sql<ClaimedLock>`
    WITH due AS MATERIALIZED (
      SELECT l.company_id, l.iccid FROM network_locks l
      WHERE l.due_at <= ${now} AND (l.claimed_until IS NULL OR l.claimed_until <= ${now}) ${ofSim}
      ORDER BY l.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), found AS (
      SELECT d.company_id, d.iccid, s.imsi, s.msisdn, coalesce(r.network_id, '') AS routed_to
      FROM due d
      LEFT JOIN sims s ON s.company_id = d.company_id AND s.iccid = d.iccid
      LEFT JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
    ), taken AS (
      UPDATE network_locks l SET claimed_until = ${new Date(now.getTime() + CLAIM_MS)},
        network_id = CASE l.network_id WHEN '' THEN f.routed_to ELSE l.network_id END
      FROM found f WHERE l.company_id = f.company_id AND l.iccid = f.iccid
      RETURNING l.*, f.imsi, f.msisdn, f.routed_to
    )
    SELECT t.company_id AS "companyId", t.iccid, t.order_id AS "orderId", t.requested_at AS "requestedAt", t.sends, t.run,
      t.network_id AS "networkId", t.routed_to AS "routedTo", t.imsi, t.msisdn, k.device_mode AS mode, k.device_values AS values,
      ${isDeviceReleased(sql`t`)} AS "isReleased"
    FROM taken t
    LEFT JOIN sim_locks k ON k.company_id = t.company_id AND k.iccid = t.iccid`.execute(db)
  return rows
}

interface DoneLock {
  readonly lock: ClaimedLock
  readonly outcome: LockOutcome
}

/**
 * Writes what networks hold, ends the claims, and lists or settles the differences. Where the lock has changed meanwhile it stays due. A network
 * that no longer carries the SIM has let it go: then it is the turn of the one that does.
 */
export async function writeDeviceLocks(trx: DatabaseTransaction, done: readonly DoneLock[], now: Date): Promise<void> {
  if (done.length === 0) return
  const failed = done.flatMap(({ lock, outcome }) => (outcome.kind === 'failed' ? [lock] : []))
  // before the locks, as all that write both
  await lockReportedSims(trx, failed)
  const rows = done.map(({ lock: { companyId, iccid, orderId, networkId, routedTo, sends, run }, outcome }) => ({
    ...{ companyId, iccid, orderId, sends, run },
    isElsewhere: networkId !== routedTo,
    ...outcome,
  }))
  await sql`
    WITH done AS MATERIALIZED (
      SELECT l.company_id, l.iccid, l.order_id = n."orderId" AS is_same, n.kind, n."isElsewhere", n.imei, n."dueAt", n.sends, n.run, n.problem
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, "orderId" uuid, kind text, "isElsewhere" boolean,
        imei text, "dueAt" timestamptz, sends smallint, run smallint, problem text)
      JOIN network_locks l ON l.company_id = n."companyId" AND l.iccid = n.iccid COLLATE "C"
      ORDER BY 1, 2 FOR UPDATE OF l
    ), gone AS (
      DELETE FROM network_locks l USING done d
      WHERE l.company_id = d.company_id AND l.iccid = d.iccid AND d.kind = 'agreed' AND d.imei = '' AND d.is_same AND NOT d."isElsewhere"
    )
    UPDATE network_locks l SET claimed_until = NULL,
      imei = CASE WHEN d.kind = 'agreed' THEN d.imei ELSE l.imei END,
      network_id = CASE WHEN d.kind = 'agreed' AND d.imei = '' THEN '' ELSE l.network_id END,
      due_at = CASE WHEN NOT d.is_same THEN l.due_at WHEN d.kind = 'retry' THEN d."dueAt" WHEN d.kind = 'agreed' AND d."isElsewhere" THEN ${now} END,
      sends = CASE WHEN d.is_same THEN d.sends ELSE l.sends END, run = CASE WHEN d.is_same THEN d.run ELSE l.run END,
      problem = CASE WHEN d.is_same AND d.kind = 'failed' THEN d.problem ELSE l.problem END
    FROM done d
    WHERE l.company_id = d.company_id AND l.iccid = d.iccid
      AND NOT (d.kind = 'agreed' AND d.imei = '' AND d.is_same AND NOT d."isElsewhere")`.execute(trx)
  await writeDifferences(trx, done, now)
}

/** What a network did not take is listed for administrators, beside SIMs that differ in something else; what it has is settled. */
async function writeDifferences(trx: DatabaseTransaction, done: readonly DoneLock[], now: Date): Promise<void> {
  const agreed = done.filter(({ outcome }) => outcome.kind === 'agreed')
  const [companies, iccids] = [agreed.map(({ lock }) => lock.companyId), agreed.map(({ lock }) => lock.iccid)]
  await sql`
    UPDATE sim_drifts d SET settled_at = ${now} FROM unnest(${companies}::int[], ${iccids}::text[]) AS n(company_id, iccid)
    WHERE d.company_id = n.company_id AND d.iccid = n.iccid COLLATE "C"
      AND d.settled_at IS NULL AND d.problem = 'other_device'`.execute(trx)
  const rows = done.flatMap(({ lock: { companyId, iccid }, outcome }) =>
    outcome.kind === 'failed' ? [{ companyId, iccid, state: outcome.state, text: outcome.text }] : [],
  )
  if (rows.length === 0) return
  await sql`
    WITH differing AS (
      SELECT s.company_id, s.iccid, s.administrative_status, n.state, n.text
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, state text, text text)
      JOIN sims s ON s.company_id = n."companyId" AND s.iccid = n.iccid COLLATE "C"
      WHERE NOT EXISTS (
        SELECT FROM sim_drifts d WHERE d.company_id = s.company_id AND d.iccid = s.iccid AND d.settled_at IS NULL
      )
    )
    INSERT INTO sim_drifts (company_id, iccid, administrative_status, network_state, found_at, problem, problem_text)
    SELECT company_id, iccid, administrative_status, state, ${now}, 'other_device', text FROM differing ORDER BY 1, 2
    ON CONFLICT DO NOTHING`.execute(trx)
}
