import { sql } from 'kysely'
import {
  type DeviceLock,
  type DeviceMode,
  type DeviceVerdict,
  isSameDevice,
  judgeDevice,
  NO_DEVICE_LOCK,
  reportedImei,
} from '#domain/locks.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { noteChanges } from '../records/note-changes.ts'
import { noteDevices } from './note-devices.ts'
import { bindDevices, breakLocks, cutAgain, endBreaches, withImei } from './write-verdicts.ts'

/** A device in which a network reports a SIM. The SIM's rows are locked. */
export interface ReportedDevice {
  readonly companyId: number
  readonly iccid: string
  readonly administrativeStatus: number
  /** the fleet's own IMEI, as people keep it; '' for none */
  readonly ownImei: string
  /** an IMEI or IMEISV as it was reported */
  readonly imei: string
  readonly at: Date
}

interface KnownRow {
  /** place in the list of reports, from 0 */
  readonly n: number
  readonly lockId: string | null
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly breachImei: string | null
  readonly isReleased: boolean
  /** the device in which it was reported last */
  readonly lastImei: string | null
  readonly lastSeenAt: Date | null
}

/** A report with the state in which it finds the SIM. */
export interface JudgedDevice extends Omit<ReportedDevice, 'imei'> {
  /** with its check digit */
  readonly imei: string
  readonly lockId: string
  readonly verdict: DeviceVerdict
  /** the device before it, if that was another one */
  readonly previousImei: string | undefined
}

/**
 * Judges the locks of SIMs whose devices were reported, in the transaction that writes the reports: keeps the devices, binds, cuts and
 * restores as the rule in domain/locks.ts says. A report that is older than the last one only adds to the devices.
 * @param reports one for each SIM
 */
export async function judgeDevices(trx: DatabaseTransaction, reports: readonly ReportedDevice[], now: Date): Promise<void> {
  const valid = reports.flatMap((report) => {
    const imei = reportedImei(report.imei)
    return imei === undefined ? [] : [{ ...report, imei }]
  })
  if (valid.length === 0) return
  const judged = await judgeAll(trx, valid)
  await noteDevices(trx, judged)
  await noteSwaps(trx, judged, now)
  await writeVerdicts(trx, judged, now)
}

/** The same for locks that were set, by the devices in which their SIMs are known to be: nothing was reported. */
export async function judgeAnew(
  trx: DatabaseTransaction,
  known: readonly Omit<ReportedDevice, 'at' | 'ownImei'>[],
  now: Date,
): Promise<void> {
  if (known.length === 0) return
  const judged = await judgeAll(
    trx,
    known.map((one) => ({ ...one, ownImei: '', at: now })),
  )
  await writeVerdicts(trx, judged, now)
}

async function judgeAll(trx: DatabaseTransaction, reports: readonly ReportedDevice[]): Promise<JudgedDevice[]> {
  const known = await readKnown(trx, reports)
  return reports.map((report, n) => judge(report, known[n]))
}

async function writeVerdicts(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  const of = (verdict: DeviceVerdict): JudgedDevice[] => judged.filter((one) => one.verdict === verdict)
  await bindDevices(trx, of('bound'), now)
  await breakLocks(trx, of('breached'), now)
  await endBreaches(trx, [...of('ended'), ...of('bound')], now)
  await cutAgain(trx, of('repeated').filter(isActive), now)
}

const isActive = ({ administrativeStatus }: JudgedDevice): boolean => administrativeStatus === ADMINISTRATIVE_STATUS.active

async function readKnown(trx: DatabaseTransaction, reports: readonly ReportedDevice[]): Promise<KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    SELECT r.n::int - 1 AS n, k.lock_id AS "lockId", k.device_mode AS mode, k.device_values AS values, b.imei AS "breachImei",
      b.released_at IS NOT NULL AS "isReleased", d.imei AS "lastImei", d.last_seen_at AS "lastSeenAt"
    FROM unnest(${reports.map(({ companyId }) => companyId)}::int[], ${reports.map(({ iccid }) => iccid)}::text[])
      WITH ORDINALITY AS r(company_id, iccid, n)
    LEFT JOIN sim_locks k ON k.company_id = r.company_id AND k.iccid = r.iccid COLLATE "C"
    LEFT JOIN lock_breaches b ON b.company_id = r.company_id AND b.iccid = r.iccid COLLATE "C" AND b.kind = 'device' AND b.ended_at IS NULL
    LEFT JOIN LATERAL (
      SELECT imei, last_seen_at FROM sim_devices WHERE company_id = r.company_id AND iccid = r.iccid COLLATE "C"
      ORDER BY last_seen_at DESC LIMIT 1
    ) d ON true
    ORDER BY r.n`.execute(trx)
  return rows
}

function judge(report: ReportedDevice, known: KnownRow | undefined): JudgedDevice {
  const { imei, ownImei, at } = report
  const isLate = known?.lastSeenAt !== null && known !== undefined && at < known.lastSeenAt
  const before = known?.lastImei ?? ownImei
  const lock: DeviceLock = known?.mode && known.values ? { mode: known.mode, values: known.values } : NO_DEVICE_LOCK
  const open = known?.breachImei ? { imei: known.breachImei, isReleased: known.isReleased } : undefined
  return {
    ...report,
    lockId: known?.lockId ?? '',
    verdict: isLate ? 'none' : judgeDevice(lock, open, imei),
    previousImei: isLate || before === '' || isSameDevice(before, imei) ? undefined : before,
  }
}

/** A change of devices that says nothing of a lock has a line of its own in the timeline. */
async function noteSwaps(trx: DatabaseTransaction, judged: readonly JudgedDevice[], now: Date): Promise<void> {
  const swapped = judged.filter(({ verdict, previousImei }) => previousImei !== undefined && verdict === 'none')
  await noteChanges(trx, 'imei_changed', swapped.map(withImei), { actor: '', detail: {} }, now)
}
