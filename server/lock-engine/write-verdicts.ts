import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { LockKind } from '#domain/locks.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { releaseHold } from '../records/data-holds.ts'
import { orderNetworkLocks } from '../records/network-locks.ts'
import { noteChanges } from '../records/note-changes.ts'
import { enqueueWebhooks } from '../records/webhook-events.ts'
import type { Judged } from './judge-reports.ts'

/** The actor in the SIMs' timelines for what locks do. */
export const LOCK_ACTOR = 'lock'
const NOTE = { actor: LOCK_ACTOR, detail: {} }

export const withImei = ({ companyId, iccid, imei }: Judged) => ({ companyId, iccid, detail: { imei } })
const withNetwork = ({ companyId, iccid, network }: Judged) => ({ companyId, iccid, detail: { servingNetwork: network } })

const withLocation = ({ companyId, iccid, location, geofences }: Judged) => ({
  companyId,
  iccid,
  detail: { ...location, geofences },
})

/** Writes the lines of the SIMs' timelines: each kind of lock has an event of its own. */
async function noteByKind(
  trx: DatabaseTransaction,
  judged: readonly Judged[],
  events: Readonly<Record<LockKind, string>>,
  now: Date,
): Promise<void> {
  const of = (kind: LockKind) => judged.filter((one) => one.kind === kind)
  await noteChanges(trx, events.device, of('device').map(withImei), NOTE, now)
  await noteChanges(trx, events.area, of('area').map(withNetwork), NOTE, now)
  await noteChanges(trx, events.geofence, of('geofence').map(withLocation), NOTE, now)
}

/** Binds locks to the devices in which their SIMs are. */
export async function bindDevices(trx: DatabaseTransaction, judged: readonly Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ companyId, lockId, imei }) => ({ companyId, lockId, imei }))
  await sql`
    UPDATE sim_locks k SET device_values = ARRAY[n.imei]
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "lockId" uuid, imei text)
    WHERE k.company_id = n."companyId" AND k.lock_id = n."lockId"`.execute(trx)
  await orderNetworkLocks(trx, judged, now)
  await noteChanges(trx, 'lock_bound', judged.map(withImei), NOTE, now)
}

/**
 * Opens breaches, or updates the device, network or place of open ones, in the caller's transaction. The SIMs' data is cut, and mails and
 * webhooks report it.
 */
export async function breakLocks(trx: DatabaseTransaction, judged: readonly Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ companyId, iccid, lockId, kind, imei, network, location }) => ({
    ...{ breachId: randomUUID(), companyId, iccid, lockId, kind, imei, network, ...location },
  }))
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  await sql`
    WITH broken AS (
      INSERT INTO lock_breaches AS b (company_id, breach_id, lock_id, iccid, kind, imei, network, latitude, longitude, at, action, action_due_at, action_since,
        changed_at)
      SELECT "companyId", "breachId", "lockId", iccid, kind, imei, network, latitude, longitude, ${now}, 'due', ${now}, ${now}, statement_timestamp()
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS n("companyId" int, "breachId" uuid, "lockId" uuid, iccid text, kind text, imei text, network text,
          latitude float8, longitude float8)
      ORDER BY 1, iccid COLLATE "C", kind
      ON CONFLICT (company_id, iccid, kind) WHERE ended_at IS NULL DO UPDATE
      SET lock_id = excluded.lock_id, imei = excluded.imei, network = excluded.network,
        latitude = excluded.latitude, longitude = excluded.longitude, at = excluded.at, mailed_at = NULL,
        released_at = NULL, released_by = '',
        action = CASE WHEN b.action IN ('ordered', 'cut') THEN b.action WHEN b.action = 'restoring' THEN 'ordered' ELSE 'due' END,
        action_due_at = CASE WHEN b.action = 'cut' THEN NULL ELSE excluded.action_due_at END,
        action_since = excluded.action_since, changed_at = excluded.changed_at
      RETURNING b.company_id, b.breach_id, b.lock_id, b.iccid, b.kind, b.imei, b.network, b.latitude, b.longitude
    ), in_other_devices AS MATERIALIZED (
      ${brokenLocks(['device'], now, sql`'imei', b.imei, 'mode', k.device_mode`)}
    ), elsewhere AS MATERIALIZED (
      ${brokenLocks(['area', 'geofence'], now, PLACE_FACTS)}
    ), device_webhooks AS (
      ${enqueueWebhooks('sim.imei_changed', now, sql`in_other_devices`)}
    ), area_webhooks AS (
      ${enqueueWebhooks('sim.left_area', now, sql`elsewhere`)}
    )
    INSERT INTO lock_hours AS h (company_id, kind, hour, at, iccid, sims)
    SELECT company_id, kind, ${hour}, ${now}, max(iccid), count(*)::int FROM broken GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (company_id, kind, hour) DO UPDATE
    SET at = excluded.at, iccid = excluded.iccid, sims = h.sims + excluded.sims`.execute(trx)
  // the release by a person was for the device before
  await orderNetworkLocks(trx, judged.filter(isOfDevice), now)
  await noteByKind(trx, judged, { device: 'lock_broken', area: 'area_left', geofence: 'geofence_left' }, now)
}

/** The areas or geofences that SIMs have left, and where they are now. */
const PLACE_FACTS = sql`
  'network', b.network, 'allowed', CASE b.kind WHEN 'area' THEN k.area_values ELSE '{}' END,
  'geofences', (
    SELECT coalesce(json_agg(json_build_object('geofenceId', g.geofence_id, 'name', g.name) ORDER BY g.key), '[]') FROM geofences g
    WHERE b.kind = 'geofence' AND g.company_id = k.company_id AND g.geofence_id = ANY(k.geofences)
  ),
  'location', CASE b.kind WHEN 'geofence' THEN json_build_object('latitude', b.latitude, 'longitude', b.longitude) END`

/** The rows of `broken` as items of a webhook. @param facts of these kinds, in pairs of name and value */
const brokenLocks = (kinds: readonly LockKind[], now: Date, facts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT b.company_id, json_build_object('breachId', b.breach_id, 'companyId', b.company_id, 'icc', b.iccid, ${facts},
    'at', ${now}::timestamptz) AS item
  FROM broken b JOIN sim_locks k ON k.company_id = b.company_id AND k.lock_id = b.lock_id WHERE b.kind = ANY(${[...kinds]}::text[])`

const isOfDevice = ({ kind }: Pick<Judged, 'kind'>): boolean => kind === 'device'

/** Matches the breaches of these SIMs and kinds. */
const breachesOf = (judged: readonly Judged[]): RawBuilder<unknown> => sql`(company_id, iccid, kind) IN (
  SELECT n.company_id, n.iccid COLLATE "C", n.kind FROM unnest(${judged.map(({ companyId }) => companyId)}::int[],
    ${judged.map(({ iccid }) => iccid)}::text[], ${judged.map(({ kind }) => kind)}::text[]) AS n(company_id, iccid, kind))`

/** Ends breaches: the data that they cut is restored. */
export async function endBreaches(trx: DatabaseTransaction, judged: readonly Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const keyOf = ({ companyId, iccid, kind }: Pick<Judged, 'companyId' | 'iccid' | 'kind'>) => `${companyId} ${iccid} ${kind}`
  const { rows } = await sql<Pick<Judged, 'companyId' | 'iccid' | 'kind'>>`
    UPDATE lock_breaches SET ended_at = ${now}, ${releaseHold(now)} WHERE ended_at IS NULL AND ${breachesOf(judged)}
    RETURNING company_id AS "companyId", iccid, kind`.execute(trx)
  const ended = new Set(rows.map(keyOf))
  await orderNetworkLocks(trx, rows.filter(isOfDevice), now)
  const back = judged.filter((one) => ended.has(keyOf(one)))
  await noteByKind(trx, back, { device: 'lock_mended', area: 'area_back', geofence: 'geofence_back' }, now)
}

/** Cuts active SIMs again that are still where they may not be: the first cut failed, or the data was restored in another way. */
export async function cutAgain(trx: DatabaseTransaction, judged: readonly Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  await sql`
    UPDATE lock_breaches SET action = 'due', action_due_at = ${now}, action_since = ${now}, changed_at = statement_timestamp()
    WHERE ended_at IS NULL AND released_at IS NULL AND action IN ('cut', 'failed', 'skipped', 'restored')
      AND ${breachesOf(judged)}`.execute(trx)
}
