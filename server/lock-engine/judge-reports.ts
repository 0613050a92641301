import { sql } from 'kysely'
import { areaLockOf, judgeArea } from '#domain/area-locks.ts'
import { type GeoPosition, judgeLocation } from '#domain/geofences.ts'
import {
  type DeviceLock,
  type DeviceMode,
  isSameDevice,
  judgeDevice,
  type LockKind,
  type LockVerdict,
  NO_DEVICE_LOCK,
  reportedImei,
} from '#domain/locks.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type ShapeRow, shapeOf } from '../records/geofences.ts'
import { noteChanges } from '../records/note-changes.ts'
import type { SimKey } from '../records/sim-key.ts'
import { noteDevices } from './note-devices.ts'
import { openBreach } from './open-breach.ts'
import { bindDevices, breakLocks, cutAgain, endBreaches, withImei } from './write-verdicts.ts'

/** The device, the serving network and the location that a network reports of a SIM, each optional. The caller has locked the SIM's rows. */
export interface SimReport extends SimKey {
  readonly administrativeStatus: number
  /** the IMEI that people entered for the SIM; '' for none */
  readonly ownImei: string
  /** an IMEI or IMEISV as it was reported */
  readonly imei: string | undefined
  /** MCC-MNC of the serving network, unless a later one was reported already */
  readonly network: string | undefined
  /** the location, unless a later one was reported already */
  readonly location: GeoPosition | undefined
  readonly at: Date
}

interface KnownRow {
  /** place in the list of reports, from 0 */
  readonly n: number
  readonly lockId: string | null
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly areas: readonly string[] | null
  readonly breachImei: string | null
  readonly isDeviceReleased: boolean
  readonly breachNetwork: string | null
  readonly isAreaReleased: boolean
  /** those that the lock allows, read only for a report with a location; null: none */
  readonly geofences: readonly NamedShape[] | null
  readonly hasLeft: boolean
  readonly isLeftReleased: boolean
  /** the device in which it was reported last */
  readonly lastImei: string | null
  readonly lastSeenAt: Date | null
}

interface NamedShape extends ShapeRow {
  readonly name: string
}

/** The verdict on a report by one part of a lock. */
export interface Judged extends SimKey {
  readonly administrativeStatus: number
  readonly lockId: string
  readonly kind: LockKind
  readonly verdict: LockVerdict
  /** of a device lock, with its check digit; '' for other kinds */
  readonly imei: string
  /** of an area lock, MCC-MNC; '' for other kinds */
  readonly network: string
  /** of geofences, where the SIM is; undefined for other kinds */
  readonly location?: GeoPosition
  /** names of the geofences in which it may be */
  readonly geofences?: readonly string[]
}

export interface JudgedDevice extends Judged {
  readonly at: Date
  /** the device that was reported before, if it was another one */
  readonly previousImei: string | undefined
}

/**
 * Judges the locks of SIMs that were reported, in the transaction that writes the reports: records the devices, and binds, cuts and restores
 * by the rules in domain/locks.ts, domain/area-locks.ts and domain/geofences.ts. The device of a report that is older than the last one is
 * recorded and not judged.
 * @param reports one for each SIM; those without device, network and location are skipped
 */
export async function judgeReports(trx: DatabaseTransaction, reports: readonly SimReport[], now: Date): Promise<void> {
  const { devices, places } = await judgeAll(trx, reports)
  if (devices.length > 0) {
    await noteDevices(trx, devices)
    await noteSwaps(trx, devices, now)
  }
  await writeVerdicts(trx, [...devices, ...places], now)
}

/** Judges locks that have changed by the devices, networks and locations in which their SIMs are known to be, without a new report. */
export async function judgeAnew(
  trx: DatabaseTransaction,
  known: readonly Omit<SimReport, 'at' | 'ownImei'>[],
  now: Date,
): Promise<void> {
  const reports = known.map((one) => ({ ...one, ownImei: '', at: now }))
  const { devices, places } = await judgeAll(trx, reports)
  await writeVerdicts(trx, [...devices, ...places], now)
}

async function judgeAll(
  trx: DatabaseTransaction,
  reports: readonly SimReport[],
): Promise<{ devices: JudgedDevice[]; places: Judged[] }> {
  const named = reports
    .map((report) => ({ ...report, imei: report.imei && reportedImei(report.imei) }))
    .filter(({ imei, network, location }) => imei || network || location)
  if (named.length === 0) return { devices: [], places: [] }
  const known = await readKnown(trx, named)
  return {
    devices: named.flatMap((report, n) => judgedDevice(report, known[n])),
    places: named.flatMap((report, n) => [...judgedArea(report, known[n]), ...judgedLocation(report, known[n])]),
  }
}

async function writeVerdicts(trx: DatabaseTransaction, judged: readonly Judged[], now: Date): Promise<void> {
  const of = (verdict: LockVerdict): Judged[] => judged.filter((one) => one.verdict === verdict)
  await bindDevices(trx, of('bound'), now)
  await breakLocks(trx, of('breached'), now)
  await endBreaches(trx, [...of('ended'), ...of('bound')], now)
  await cutAgain(trx, of('repeated').filter(isActive), now)
}

const isActive = ({ administrativeStatus }: Judged): boolean => administrativeStatus === ADMINISTRATIVE_STATUS.active

async function readKnown(trx: DatabaseTransaction, reports: readonly SimReport[]): Promise<KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    SELECT r.n::int - 1 AS n, k.lock_id AS "lockId", k.device_mode AS mode, k.device_values AS values, k.area_values AS areas,
      device.imei AS "breachImei", device.released_at IS NOT NULL AS "isDeviceReleased",
      area.network AS "breachNetwork", area.released_at IS NOT NULL AS "isAreaReleased",
      geofence.breach_id IS NOT NULL AS "hasLeft", geofence.released_at IS NOT NULL AS "isLeftReleased",
      CASE WHEN r.is_located THEN (
        SELECT json_agg(json_build_object('name', g.name, 'radiusM', g.radius_m, 'latitudes', g.latitudes, 'longitudes', g.longitudes) ORDER BY g.key)
        FROM geofences g WHERE g.company_id = k.company_id AND g.geofence_id = ANY(k.geofences)
      ) END AS geofences,
      d.imei AS "lastImei", d.last_seen_at AS "lastSeenAt"
    FROM unnest(${reports.map(({ companyId }) => companyId)}::int[], ${reports.map(({ iccid }) => iccid)}::text[],
      ${reports.map(({ location }) => location !== undefined)}::boolean[]) WITH ORDINALITY AS r(company_id, iccid, is_located, n)
    LEFT JOIN sim_locks k ON k.company_id = r.company_id AND k.iccid = r.iccid COLLATE "C"
    ${openBreach('device', sql`r`)}
    ${openBreach('area', sql`r`)}
    ${openBreach('geofence', sql`r`)}
    LEFT JOIN LATERAL (
      SELECT imei, last_seen_at FROM sim_devices WHERE company_id = r.company_id AND iccid = r.iccid COLLATE "C"
      ORDER BY last_seen_at DESC LIMIT 1
    ) d ON true
    ORDER BY r.n`.execute(trx)
  return rows
}

function judgedDevice(report: SimReport, known: KnownRow | undefined): JudgedDevice[] {
  const { companyId, iccid, administrativeStatus, imei, ownImei, at } = report
  if (!imei) return []
  const isLate = known?.lastSeenAt !== null && known !== undefined && at < known.lastSeenAt
  const before = known?.lastImei ?? ownImei
  const lock: DeviceLock = known?.mode && known.values ? { mode: known.mode, values: known.values } : NO_DEVICE_LOCK
  const open = known?.breachImei ? { imei: known.breachImei, isReleased: known.isDeviceReleased } : undefined
  return [
    {
      ...{ companyId, iccid, administrativeStatus, imei, at, kind: 'device', network: '', lockId: known?.lockId ?? '' },
      verdict: isLate ? 'none' : judgeDevice(lock, open, imei),
      previousImei: isLate || before === '' || isSameDevice(before, imei) ? undefined : before,
    },
  ]
}

/** An open breach outlives the removal of its lock until it is judged: then it ends, and the data is restored. */
const isLocked = (known: KnownRow | undefined, open: object | undefined): known is KnownRow =>
  known !== undefined && (known.lockId !== null || open !== undefined)

function judgedArea({ companyId, iccid, administrativeStatus, network }: SimReport, known: KnownRow | undefined): Judged[] {
  const open = known?.breachNetwork ? { network: known.breachNetwork, isReleased: known.isAreaReleased } : undefined
  if (!network || !isLocked(known, open)) return []
  const verdict = judgeArea(areaLockOf(known.areas ?? []), open, network)
  return [{ companyId, iccid, administrativeStatus, lockId: known.lockId ?? '', kind: 'area', verdict, imei: '', network }]
}

function judgedLocation(
  { companyId, iccid, administrativeStatus, location }: SimReport,
  known: KnownRow | undefined,
): Judged[] {
  const open = known?.hasLeft ? { isReleased: known.isLeftReleased } : undefined
  if (!location || !isLocked(known, open)) return []
  const allowed = known.geofences ?? []
  const verdict = judgeLocation(allowed.map(shapeOf), open, location)
  const geofences = allowed.map(({ name }) => name)
  const judged = { companyId, iccid, administrativeStatus, lockId: known.lockId ?? '', verdict, location, geofences }
  return [{ ...judged, kind: 'geofence', imei: '', network: '' }]
}

/** A change of device on which no lock acts has a line of its own in the timeline. */
async function noteSwaps(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  const swapped = judged.filter(({ verdict, previousImei }) => previousImei !== undefined && verdict === 'none')
  await noteChanges(trx, 'imei_changed', swapped.map(withImei), { actor: '', detail: {} }, now)
}
