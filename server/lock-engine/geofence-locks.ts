import { sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { judgeAnew } from './judge-reports.ts'
import { setLocks } from './set-locks.ts'

/** SIMs per transaction: few enough not to block other writers for long. */
const BATCH = 500

interface GeofenceKey {
  readonly companyId: number
  readonly geofenceId: string
}

/** The companies that do not have all of these geofences. */
export async function unknownGeofences(
  db: Database | DatabaseTransaction,
  companies: readonly number[],
  geofences: readonly string[],
): Promise<number[]> {
  if (geofences.length === 0) return []
  const { rows } = await sql<{ companyId: number }>`
    SELECT c.company_id AS "companyId" FROM unnest(${[...companies]}::int[]) AS c(company_id)
    WHERE (SELECT count(*) FROM geofences g WHERE g.company_id = c.company_id AND g.geofence_id = ANY(${[...geofences]}::uuid[]))
      < ${new Set(geofences).size}`.execute(db)
  return rows.map(({ companyId }) => companyId)
}

/** Locks that name a geofence. The last condition is that of the partial index, which is not used without it. */
const naming = ({ companyId, geofenceId }: GeofenceKey) => sql`
  k.company_id = ${companyId} AND k.geofences @> ARRAY[${geofenceId}]::uuid[] AND k.geofences <> '{}'`

interface FreeNote {
  readonly actor: string
  readonly language: Language
}

/**
 * Removes a geofence from the locks that name it, a batch per transaction: when it is interrupted, some locks still name it.
 * @returns how many locks named it
 */
export async function freeGeofence(db: Database, key: GeofenceKey, note: FreeNote, now: Date): Promise<number> {
  // policies first, so that no SIM is given the geofence by one meanwhile
  await freePolicies(db, key)
  for (let freed = 0; ; ) {
    const { rows } = await sql<{ iccid: string }>`
      SELECT k.iccid FROM sim_locks k WHERE ${naming(key)} ORDER BY k.iccid LIMIT ${BATCH}`.execute(db)
    if (rows.length === 0) return freed
    const changes = rows.map(({ iccid }) => ({ companyId: key.companyId, iccid, withoutGeofence: key.geofenceId }))
    await db.transaction().execute((trx) => setLocks(trx, changes, { ...note, detail: {} }, now))
    freed += rows.length
  }
}

/** Removes a geofence from the policies that name it. Their version stays: the caller removes it from the SIMs' locks. */
export async function freePolicies(db: Database | DatabaseTransaction, { companyId, geofenceId }: GeofenceKey): Promise<void> {
  await sql`
    UPDATE lock_policies SET geofences = array_remove(geofences, ${geofenceId}::uuid)
    WHERE company_id = ${companyId} AND ${geofenceId}::uuid = ANY(geofences)`.execute(db)
}

interface LeftSim {
  readonly iccid: string
  readonly administrativeStatus: number
  readonly latitude: number
  readonly longitude: number
}

/**
 * Judges the open breaches of a geofence again after its shape has changed: those of SIMs that are now inside end. Other SIMs that are now
 * outside are judged by their next location.
 */
export async function judgeGeofenceAnew(db: Database, key: GeofenceKey, now: Date): Promise<void> {
  const { companyId } = key
  const next = (trx: DatabaseTransaction, after: string) =>
    sql<LeftSim>`
    SELECT s.iccid, s.administrative_status AS "administrativeStatus", b.latitude, b.longitude
    FROM lock_breaches b
    JOIN sim_locks k ON k.company_id = b.company_id AND k.iccid = b.iccid
    JOIN sims s ON s.company_id = b.company_id AND s.iccid = b.iccid
    WHERE b.company_id = ${companyId} AND b.kind = 'geofence' AND b.ended_at IS NULL AND b.iccid > ${after} AND ${naming(key)}
    ORDER BY b.iccid LIMIT ${BATCH} FOR NO KEY UPDATE OF s`.execute(trx)
  for (let after = ''; ; ) {
    const left = await db.transaction().execute(async (trx) => {
      const { rows } = await next(trx, after)
      const known = rows.map(({ iccid, administrativeStatus, latitude, longitude }) => ({
        ...{ companyId, iccid, administrativeStatus, imei: undefined, network: undefined },
        location: { latitude, longitude },
      }))
      await judgeAnew(trx, known, now)
      return rows
    })
    if (left.length < BATCH) return
    after = left.at(-1)?.iccid ?? ''
  }
}
