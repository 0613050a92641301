import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { type DeviceLock, type DeviceMode, isDeviceAllowed, NO_DEVICE_LOCK, reportedImei } from '#domain/locks.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type ChangeNote, noteChanges } from '../records/note-changes.ts'
import { judgeAnew } from './judge-devices.ts'

export interface SimLockChange {
  readonly companyId: number
  readonly iccid: string
  readonly device: DeviceLock
  /** who gets its mails; undefined: as before, or no address */
  readonly emails?: readonly string[] | undefined
  /** of mode `learn`: a device that it holds already stays; by default it holds the next one */
  readonly keepsHeld?: boolean
}

interface LockNote extends ChangeNote {
  /** of the mails */
  readonly language: Language
}

/** A SIM whose lock is another one now. */
export interface ChangedLock {
  readonly companyId: number
  readonly iccid: string
  readonly from: DeviceLock
  readonly to: DeviceLock
}

interface LockedRow {
  readonly companyId: number
  readonly iccid: string
  readonly administrativeStatus: number
  /** of the device in an open session; null without one */
  readonly presentImei: string | null
  readonly breachImei: string | null
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly emails: readonly string[] | null
}

/**
 * Sets the locks of SIMs, in the caller's transaction, with a line in the timeline of each. What a lock says of the device in which its
 * SIM is right now is done at once; of a SIM without a session it is done with the next report.
 * @param changes one for each SIM
 * @returns the SIMs whose lock is another one now
 */
export async function setLocks(
  trx: DatabaseTransaction,
  changes: readonly SimLockChange[],
  { language, ...note }: LockNote,
  now: Date,
): Promise<ChangedLock[]> {
  const changeOf = new Map(changes.map((change) => [`${change.companyId} ${change.iccid}`, change]))
  const rows = (await lockRows(trx, changes)).flatMap((row) => {
    const change = changeOf.get(`${row.companyId} ${row.iccid}`)
    const from: DeviceLock = row.mode && row.values ? { mode: row.mode, values: row.values } : NO_DEVICE_LOCK
    const emails = change?.emails ?? row.emails ?? []
    const to = change && lockAfter(from, change)
    return to && !(isSameLock(from, to) && isSameList(emails, row.emails ?? [])) ? [{ row, from, to, emails }] : []
  })
  if (rows.length === 0) return []
  const written = rows.map(({ row: { companyId, iccid }, to, emails }) => ({
    companyId,
    iccid,
    lockId: randomUUID(),
    mode: to.mode,
    values: to.values,
    emails,
  }))
  await sql`
    INSERT INTO sim_locks (company_id, lock_id, iccid, device_mode, device_values, emails, language, set_at, set_by)
    SELECT "companyId", "lockId", iccid, mode, values, emails, ${language}, ${now}, ${note.actor}
    FROM json_to_recordset(${JSON.stringify(written)}::json)
      AS n("companyId" int, "lockId" uuid, iccid text, mode text, values text[], emails text[])
    ORDER BY 1, iccid COLLATE "C"
    ON CONFLICT (company_id, iccid) DO UPDATE SET device_mode = excluded.device_mode, device_values = excluded.device_values,
      emails = excluded.emails, language = excluded.language, set_at = excluded.set_at, set_by = excluded.set_by`.execute(trx)
  const changed = rows.filter(({ from, to }) => !isSameLock(from, to))
  await noteChanges(
    trx,
    'lock_set',
    changed.map(({ row: { companyId, iccid }, to }) => ({ companyId, iccid, detail: { mode: to.mode, values: to.values } })),
    note,
    now,
  )
  await judgeAnew(
    trx,
    changed.flatMap(({ row, to }) => {
      const imei = presentDevice(row, to)
      return imei === undefined ? [] : [{ ...row, imei }]
    }),
    now,
  )
  return rows.map(({ row: { companyId, iccid }, from, to }) => ({ companyId, iccid, from, to }))
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()

const isSameLock = (one: DeviceLock, other: DeviceLock): boolean =>
  one.mode === other.mode && isSameList(one.values, other.values)

const lockAfter = (from: DeviceLock, { device, keepsHeld = false }: SimLockChange): DeviceLock =>
  keepsHeld && device.mode === 'learn' && from.mode === 'learn' ? from : device

/** Where the SIM is now: in the device of its open session, or else in the one that broke the former lock, which this one may allow. */
function presentDevice({ presentImei, breachImei }: LockedRow, lock: DeviceLock): string | undefined {
  if (presentImei) return reportedImei(presentImei)
  return breachImei !== null && isDeviceAllowed(lock, breachImei) ? breachImei : undefined
}

/** The SIMs with their locks; their rows are locked, in key order as every writer does. */
async function lockRows(trx: DatabaseTransaction, changes: readonly SimLockChange[]): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS "administrativeStatus",
      CASE WHEN l.gprs_status = ${sql.lit(GPRS_STATUS.activated)} THEN nullif(l.device_imei, '') END AS "presentImei",
      b.imei AS "breachImei", k.device_mode AS mode, k.device_values AS values, k.emails
    FROM unnest(${changes.map(({ companyId }) => companyId)}::int[], ${changes.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    LEFT JOIN sim_locks k ON k.company_id = s.company_id AND k.iccid = s.iccid
    LEFT JOIN lock_breaches b ON b.company_id = s.company_id AND b.iccid = s.iccid AND b.kind = 'device' AND b.ended_at IS NULL
    ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s, l`.execute(trx)
  return rows
}
