import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { releaseHold } from '../records/data-holds.ts'
import { orderNetworkLocks } from '../records/network-locks.ts'

interface Release {
  readonly companyId: number
  readonly iccids: readonly string[]
  readonly by: string
}

/**
 * Releases SIMs when a person restores their data: the device or network that broke a lock is tolerated until another one is reported, a
 * place outside of geofences until the SIM is back.
 * @returns the SIMs that were released
 */
export async function releaseBreaches(
  trx: DatabaseTransaction,
  { companyId, iccids, by }: Release,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ iccid: string; kind: string }>`
    UPDATE lock_breaches SET released_at = ${now}, released_by = ${by}, ${releaseHold(now)}
    WHERE company_id = ${companyId} AND iccid = ANY(${[...iccids]}::text[]) AND ended_at IS NULL AND released_at IS NULL
    RETURNING iccid, kind`.execute(trx)
  const ofDevices = rows.flatMap(({ iccid, kind }) => (kind === 'device' ? [{ companyId, iccid }] : []))
  await orderNetworkLocks(trx, ofDevices, now)
  return rows.map(({ iccid }) => iccid)
}
