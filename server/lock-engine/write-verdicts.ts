import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { releaseHold } from '../records/data-holds.ts'
import { noteChanges } from '../records/note-changes.ts'
import { enqueueWebhooks } from '../records/webhook-events.ts'
import type { JudgedDevice } from './judge-devices.ts'

/** The actor in the SIMs' timelines for what locks do. */
export const LOCK_ACTOR = 'lock'
const NOTE = { actor: LOCK_ACTOR, detail: {} }

export const withImei = ({ companyId, iccid, imei }: JudgedDevice) => ({ companyId, iccid, detail: { imei } })

/** Locks hold the devices in which their SIMs are. */
export async function bindDevices(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ companyId, lockId, imei }) => ({ companyId, lockId, imei }))
  await sql`
    UPDATE sim_locks k SET device_values = ARRAY[n.imei]
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "lockId" uuid, imei text)
    WHERE k.company_id = n."companyId" AND k.lock_id = n."lockId"`.execute(trx)
  await noteChanges(trx, 'lock_bound', judged.map(withImei), NOTE, now)
}

/**
 * Opens breaches, or names another device in open ones: their SIMs' data is cut, and their mails and webhooks say so, in the caller's
 * transaction.
 */
export async function breakLocks(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ companyId, iccid, lockId, imei }) => ({ breachId: randomUUID(), companyId, iccid, lockId, imei }))
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  await sql`
    WITH broken AS (
      INSERT INTO lock_breaches AS b (company_id, breach_id, lock_id, iccid, kind, imei, at, action, action_due_at, action_since, changed_at)
      SELECT "companyId", "breachId", "lockId", iccid, 'device', imei, ${now}, 'due', ${now}, ${now}, statement_timestamp()
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "breachId" uuid, "lockId" uuid, iccid text, imei text)
      ORDER BY 1, iccid COLLATE "C"
      ON CONFLICT (company_id, iccid, kind) WHERE ended_at IS NULL DO UPDATE
      SET lock_id = excluded.lock_id, imei = excluded.imei, at = excluded.at, mailed_at = NULL, released_at = NULL, released_by = '',
        action = CASE WHEN b.action IN ('ordered', 'cut') THEN b.action WHEN b.action = 'restoring' THEN 'ordered' ELSE 'due' END,
        action_due_at = CASE WHEN b.action = 'cut' THEN NULL ELSE excluded.action_due_at END,
        action_since = excluded.action_since, changed_at = excluded.changed_at
      RETURNING b.company_id, b.breach_id, b.lock_id, b.iccid, b.imei
    ), changed AS (
      SELECT b.company_id, json_build_object('breachId', b.breach_id, 'companyId', b.company_id, 'icc', b.iccid, 'imei', b.imei,
        'mode', k.device_mode, 'at', ${now}::timestamptz) AS item
      FROM broken b JOIN sim_locks k ON k.company_id = b.company_id AND k.lock_id = b.lock_id
    ), webhooks AS (
      ${enqueueWebhooks('sim.imei_changed', now, sql`changed`)}
    )
    INSERT INTO lock_hours AS h (company_id, kind, hour, at, iccid, sims)
    SELECT company_id, 'device', ${hour}, ${now}, max(iccid), count(*)::int FROM broken GROUP BY 1 ORDER BY 1
    ON CONFLICT (company_id, kind, hour) DO UPDATE SET at = excluded.at, iccid = excluded.iccid, sims = h.sims + excluded.sims`.execute(
    trx,
  )
  await noteChanges(trx, 'lock_broken', judged.map(withImei), NOTE, now)
}

/** The locks hold again: the data that they cut is restored. */
export async function endBreaches(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const { rows } = await sql<{ companyId: number; iccid: string }>`
    UPDATE lock_breaches SET ended_at = ${now}, ${releaseHold(now)}
    WHERE ended_at IS NULL AND kind = 'device' AND (company_id, iccid) IN (
      SELECT n.company_id, n.iccid COLLATE "C" FROM unnest(${judged.map(({ companyId }) => companyId)}::int[],
        ${judged.map(({ iccid }) => iccid)}::text[]) AS n(company_id, iccid))
    RETURNING company_id AS "companyId", iccid`.execute(trx)
  const ended = new Set(rows.map(({ companyId, iccid }) => `${companyId} ${iccid}`))
  const mended = judged.filter(({ companyId, iccid }) => ended.has(`${companyId} ${iccid}`))
  await noteChanges(trx, 'lock_mended', mended.map(withImei), NOTE, now)
}

/** Cuts active SIMs again that are still in a device that is not allowed: the first cut failed, or something else gave the data back. */
export async function cutAgain(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  if (judged.length === 0) return
  await sql`
    UPDATE lock_breaches SET action = 'due', action_due_at = ${now}, action_since = ${now}, changed_at = statement_timestamp()
    WHERE ended_at IS NULL AND released_at IS NULL AND kind = 'device' AND action IN ('cut', 'failed', 'skipped', 'restored')
      AND (company_id, iccid) IN (
        SELECT n.company_id, n.iccid COLLATE "C" FROM unnest(${judged.map(({ companyId }) => companyId)}::int[],
          ${judged.map(({ iccid }) => iccid)}::text[]) AS n(company_id, iccid))`.execute(trx)
}
