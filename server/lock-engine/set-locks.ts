import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AreaLock, areaLockOf, isAreaAllowed, type PlaceLock } from '#domain/area-locks.ts'
import { type GeofenceShape, type GeoPosition, isOutside } from '#domain/geofences.ts'
import type { Language } from '#domain/languages.ts'
import { type DeviceLock, type DeviceMode, isDeviceAllowed, NO_DEVICE_LOCK, reportedImei } from '#domain/locks.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type ShapeRow, shapeColumns, shapeOf } from '../records/geofences.ts'
import { lockLiveSims } from '../records/lock-live-sims.ts'
import { orderNetworkLocks } from '../records/network-locks.ts'
import { type ChangeNote, noteChanges } from '../records/note-changes.ts'
import { type SimKey, simKey } from '../records/sim-key.ts'
import { judgeAnew } from './judge-reports.ts'
import { openBreach } from './open-breach.ts'

/** The parts of a lock. */
export interface LockParts {
  readonly device: DeviceLock
  readonly area: AreaLock
  /** ids of geofences of the SIM's company; empty: any place */
  readonly geofences: readonly string[]
}

const NO_LOCK: LockParts = { device: NO_DEVICE_LOCK, area: areaLockOf([]), geofences: [] }

/** A change of a SIM's lock: parts that are undefined stay as they are. */
export interface SimLockChange extends SimKey {
  readonly device?: DeviceLock | undefined
  /** geofences that the SIM's company does not have are left out */
  readonly area?: PlaceLock | undefined
  /** a geofence that it no longer names */
  readonly withoutGeofence?: string
  /** addresses that receive its mails */
  readonly emails?: readonly string[] | undefined
  /** of mode `learn`: a lock that is bound already stays bound to its device; by default it is bound to the next one */
  readonly keepsHeld?: boolean
  /** the policy from which the SIM has its lock from now on; null: the lock is its own */
  readonly policy?: PolicyVersion | null | undefined
}

interface PolicyVersion {
  readonly policyId: string
  readonly version: number
}

interface LockNote extends ChangeNote {
  /** of the mails */
  readonly language: Language
}

/** A SIM whose lock has changed. */
export interface ChangedLock extends SimKey {
  readonly from: LockParts
  readonly to: LockParts
}

interface LockedRow extends SimKey {
  readonly administrativeStatus: number
  /** of an open session; null without one */
  readonly presentImei: string | null
  readonly presentNetwork: string | null
  readonly breachImei: string | null
  readonly breachNetwork: string | null
  /** within an open session; null without one */
  readonly presentLocation: GeoPosition | null
  readonly breachLocation: GeoPosition | null
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly areas: readonly string[] | null
  readonly geofences: readonly string[] | null
  readonly emails: readonly string[] | null
  readonly policyId: string | null
  readonly policyVersion: number | null
}

/**
 * Sets the locks of SIMs, in the caller's transaction, with a line in the timeline of each. A SIM with an open session is judged by its new
 * lock at once, and so is a breach that the new lock may end; other SIMs are judged by their next report.
 * @param changes one for each SIM
 * @returns the SIMs whose lock has changed
 */
export async function setLocks(
  trx: DatabaseTransaction,
  changes: readonly SimLockChange[],
  { language, ...note }: LockNote,
  now: Date,
): Promise<ChangedLock[]> {
  const changeOf = new Map(changes.map((change) => [simKey(change), change]))
  await lockLiveSims(trx, changes)
  const locked = await readRows(trx, changes)
  const geofences = await lockGeofences(trx, locked, changes)
  const rows = locked.flatMap((row) => {
    const change = changeOf.get(simKey(row))
    const from = lockOf(row)
    const emails = change?.emails ?? row.emails ?? []
    const to = change && lockAfter(from, change, (id) => geofences.has(`${row.companyId} ${id}`))
    const policy = change?.policy === undefined ? policyOf(row) : change.policy
    const isSame = to && isSameLock(from, to) && isSameList(emails, row.emails ?? []) && isSamePolicy(policyOf(row), policy)
    return to && !isSame ? [{ row, from, to, emails, policy }] : []
  })
  if (rows.length === 0) return []
  const written = rows.map(({ row: { companyId, iccid }, to, emails, policy }) => ({
    companyId,
    iccid,
    lockId: randomUUID(),
    mode: to.device.mode,
    values: to.device.values,
    areas: to.area.values,
    geofences: to.geofences,
    emails,
    policyId: policy?.policyId ?? null,
    policyVersion: policy?.version ?? null,
  }))
  await sql`
    INSERT INTO sim_locks (company_id, lock_id, iccid, device_mode, device_values, area_values, geofences, emails, language, set_at, set_by,
      policy_id, policy_version)
    SELECT "companyId", "lockId", iccid, mode, values, areas, geofences, emails, ${language}, ${now}, ${note.actor}, "policyId", "policyVersion"
    FROM json_to_recordset(${JSON.stringify(written)}::json)
      AS n("companyId" int, "lockId" uuid, iccid text, mode text, values text[], areas text[], geofences uuid[], emails text[],
        "policyId" uuid, "policyVersion" int)
    ORDER BY 1, iccid COLLATE "C"
    ON CONFLICT (company_id, iccid) DO UPDATE SET device_mode = excluded.device_mode, device_values = excluded.device_values,
      area_values = excluded.area_values, geofences = excluded.geofences, emails = excluded.emails, language = excluded.language, set_at = excluded.set_at,
      set_by = excluded.set_by, policy_id = excluded.policy_id, policy_version = excluded.policy_version`.execute(trx)
  await deleteNeedless(trx, rows)
  const changed = rows.filter(({ from, to }) => !isSameLock(from, to))
  const ofLock = (companyId: number, { geofences: ids }: LockParts): LockGeofence[] =>
    ids.flatMap((id) => geofences.get(`${companyId} ${id}`) ?? [])
  await noteChanges(
    trx,
    'lock_set',
    changed.map(({ row: { companyId, iccid }, from, to }) => ({
      ...{ companyId, iccid },
      detail: changedParts(
        from,
        to,
        ofLock(companyId, to).map(({ name }) => name),
      ),
    })),
    note,
    now,
  )
  const ofOtherDevices = changed.flatMap(({ row, from, to }) => (isSameDevices(from, to) ? [] : [row]))
  await orderNetworkLocks(trx, ofOtherDevices, now)
  await judgeAnew(
    trx,
    changed.map(({ row, from, to }) => ({
      ...row,
      imei: isSameDevices(from, to) ? undefined : presentDevice(row, to),
      network: isSameAreas(from, to) ? undefined : presentNetwork(row, to),
      location: isSameGeofences(from, to)
        ? undefined
        : presentLocation(
            row,
            ofLock(row.companyId, to).map(({ shape }) => shape),
          ),
    })),
    now,
  )
  return rows.map(({ row: { companyId, iccid }, from, to }) => ({ companyId, iccid, from, to }))
}

/** A lock that allows everything is kept only in companies with policies, because it keeps its SIM free of them. */
async function deleteNeedless(
  trx: DatabaseTransaction,
  rows: readonly { readonly row: LockedRow; readonly to: LockParts; readonly policy: PolicyVersion | null }[],
): Promise<void> {
  const needless = rows
    .filter(({ to, policy }) => policy === null && isSameLock(to, NO_LOCK))
    .map(({ row: { companyId, iccid } }) => ({ companyId, iccid }))
  if (needless.length === 0) return
  await sql`
    DELETE FROM sim_locks k
    USING unnest(${needless.map(({ companyId }) => companyId)}::int[], ${needless.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    WHERE k.company_id = w.company_id AND k.iccid = w.iccid COLLATE "C"
      AND NOT EXISTS (SELECT FROM lock_policies p WHERE p.company_id = k.company_id AND NOT p.is_removed)`.execute(trx)
}

const lockOf = ({ mode, values, areas, geofences }: LockedRow): LockParts => ({
  device: mode && values ? { mode, values } : NO_DEVICE_LOCK,
  area: areaLockOf(areas ?? []),
  geofences: geofences ?? [],
})

const policyOf = ({ policyId, policyVersion }: LockedRow): PolicyVersion | null =>
  policyId === null || policyVersion === null ? null : { policyId, version: policyVersion }

const isSamePolicy = (one: PolicyVersion | null, other: PolicyVersion | null): boolean =>
  one?.policyId === other?.policyId && one?.version === other?.version

const isSameList = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()

const isSameDevices = ({ device: one }: LockParts, { device: other }: LockParts): boolean =>
  one.mode === other.mode && isSameList(one.values, other.values)

const isSameAreas = ({ area: one }: LockParts, { area: other }: LockParts): boolean => isSameList(one.values, other.values)

const isSameGeofences = ({ geofences: one }: LockParts, { geofences: other }: LockParts): boolean => isSameList(one, other)

const isSameLock = (one: LockParts, other: LockParts): boolean =>
  isSameDevices(one, other) && isSameAreas(one, other) && isSameGeofences(one, other)

/** The parts that have changed, for the timeline. */
const changedParts = (from: LockParts, to: LockParts, geofences: readonly string[]) => ({
  ...(isSameDevices(from, to) ? {} : to.device),
  ...(isSameAreas(from, to) ? {} : { areas: to.area.values }),
  ...(isSameGeofences(from, to) ? {} : { geofences }),
})

function lockAfter(
  from: LockParts,
  { device = from.device, area, withoutGeofence, keepsHeld = false }: SimLockChange,
  isKnown: (geofence: string) => boolean,
): LockParts {
  const keeps = keepsHeld && device.mode === 'learn' && from.device.mode === 'learn'
  return {
    device: keeps ? from.device : device,
    area: area ? areaLockOf(area.values) : from.area,
    geofences: area ? area.geofences.filter(isKnown) : from.geofences.filter((id) => id !== withoutGeofence),
  }
}

/** The device in which the SIM is: that of its open session, else the one that broke the former lock, if the new lock allows it. */
function presentDevice({ presentImei, breachImei }: LockedRow, { device }: LockParts): string | undefined {
  if (presentImei) return reportedImei(presentImei)
  return breachImei !== null && isDeviceAllowed(device, breachImei) ? breachImei : undefined
}

/** The network in which the SIM is, by the same order. */
function presentNetwork({ presentNetwork: present, breachNetwork }: LockedRow, { area }: LockParts): string | undefined {
  if (present) return present
  return breachNetwork !== null && isAreaAllowed(area, breachNetwork) ? breachNetwork : undefined
}

/** The location of the SIM: that of its open session, else that of its breach, if the new lock allows it. */
function presentLocation(
  { presentLocation: present, breachLocation }: LockedRow,
  shapes: readonly GeofenceShape[],
): GeoPosition | undefined {
  if (present) return present
  return breachLocation !== null && !isOutside(shapes, breachLocation) ? breachLocation : undefined
}

interface LockGeofence {
  readonly name: string
  readonly shape: GeofenceShape
}

/**
 * The geofences of the SIMs' companies that the locks name, before or after the change, by company and id. Their rows are locked, so that
 * none is deleted before the locks are written.
 */
async function lockGeofences(
  trx: DatabaseTransaction,
  rows: readonly LockedRow[],
  changes: readonly SimLockChange[],
): Promise<Map<string, LockGeofence>> {
  const ids = new Set([
    ...changes.flatMap(({ area }) => area?.geofences ?? []),
    ...rows.flatMap(({ geofences }) => geofences ?? []),
  ])
  if (ids.size === 0) return new Map()
  const found = await sql<ShapeRow & { readonly companyId: number; readonly geofenceId: string; readonly name: string }>`
    SELECT g.company_id AS "companyId", g.geofence_id AS "geofenceId", g.name, ${shapeColumns('g')} FROM geofences g
    WHERE g.company_id = ANY(${[...new Set(rows.map(({ companyId }) => companyId))]}::int[]) AND g.geofence_id = ANY(${[...ids]}::uuid[])
    ORDER BY g.company_id, g.geofence_id FOR KEY SHARE`.execute(trx)
  return new Map(found.rows.map((row) => [`${row.companyId} ${row.geofenceId}`, { name: row.name, shape: shapeOf(row) }]))
}

/** The SIMs with their locks, in the order of their keys. */
async function readRows(trx: DatabaseTransaction, changes: readonly SimLockChange[]): Promise<LockedRow[]> {
  const hasSession = sql`l.gprs_status = ${sql.lit(GPRS_STATUS.activated)}`
  const { rows } = await sql<LockedRow>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS "administrativeStatus",
      CASE WHEN ${hasSession} THEN nullif(l.device_imei, '') END AS "presentImei",
      CASE WHEN ${hasSession} THEN nullif(l.serving_network, '') END AS "presentNetwork",
      CASE WHEN ${hasSession} AND l.latitude IS NOT NULL AND l.located_at >= l.connection_started_at
        THEN json_build_object('latitude', l.latitude, 'longitude', l.longitude) END AS "presentLocation",
      CASE WHEN geofence.latitude IS NOT NULL
        THEN json_build_object('latitude', geofence.latitude, 'longitude', geofence.longitude) END AS "breachLocation",
      device.imei AS "breachImei", area.network AS "breachNetwork", k.device_mode AS mode, k.device_values AS values,
      k.area_values AS areas, k.geofences::text[] AS geofences, k.emails, k.policy_id AS "policyId", k.policy_version AS "policyVersion"
    FROM unnest(${changes.map(({ companyId }) => companyId)}::int[], ${changes.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    LEFT JOIN sim_locks k ON k.company_id = s.company_id AND k.iccid = s.iccid
    ${openBreach('device', sql`s`)}
    ${openBreach('area', sql`s`)}
    ${openBreach('geofence', sql`s`)}
    ORDER BY s.company_id, s.iccid`.execute(trx)
  return rows
}
