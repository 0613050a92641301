import type { DatabaseTransaction } from '#server/db/database.ts'
import { unknownGeofences } from '#server/lock-engine/geofence-locks.ts'
import { inheritLocks } from '#server/lock-engine/lock-policies.ts'
import { setLocks } from '#server/lock-engine/set-locks.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/** Sets the locks of the lines' SIMs, with their timelines. A SIM that holds a device already keeps it when it is to hold one. */
export async function lockLines(
  trx: DatabaseTransaction,
  { operationId, reason, actor, parameters: { lock } }: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<void> {
  if (!lock) return
  const { device, emails, language } = lock
  if (lock.inherits) {
    const sims = claimed.filter(({ simCompanyId }) => simCompanyId !== null)
    for (const [companyId, ofCompany] of Map.groupBy(sims, ({ simCompanyId }) => simCompanyId ?? 0))
      await inheritLocks(trx, { companyId, iccids: ofCompany.map(({ iccid }) => iccid), withOwn: true }, now)
    return
  }
  const area = lock.area && { ...lock.area, geofences: lock.area.geofences ?? [] }
  const changes = claimed.flatMap(({ simCompanyId, iccid }) =>
    simCompanyId === null ? [] : [{ companyId: simCompanyId, iccid, device, area, emails, keepsHeld: true, policy: null }],
  )
  const detail = { operationId, ...(reason === '' ? {} : { reason }) }
  await setLocks(trx, changes, { actor, detail, language }, now)
}

/** The lines whose SIM is of another company than a geofence of the lock, by ICCID. */
export async function refusedLockLines(
  db: DatabaseTransaction,
  { kind, parameters: { lock } }: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<ReadonlyMap<string, 'unknown_geofence'>> {
  const geofences = lock?.area?.geofences ?? []
  if (kind !== 'lock' || geofences.length === 0) return new Map()
  const companies = new Set(claimed.flatMap(({ simCompanyId }) => simCompanyId ?? []))
  const without = await unknownGeofences(db, [...companies], geofences)
  const refused = claimed.filter(({ simCompanyId }) => simCompanyId !== null && without.includes(simCompanyId))
  return new Map(refused.map(({ iccid }) => [iccid, 'unknown_geofence']))
}
