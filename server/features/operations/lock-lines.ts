import type { DatabaseTransaction } from '#server/db/database.ts'
import { unknownGeofences } from '#server/lock-engine/geofence-locks.ts'
import { inheritLocks } from '#server/lock-engine/lock-policies.ts'
import { setLocks } from '#server/lock-engine/set-locks.ts'
import { noteOf, type OperationRow } from './operation-row.ts'
import { type ClaimedLine, simKeysOf } from './outcomes.ts'

/** Sets the locks of the lines' SIMs, with their timelines. A SIM that holds a device already keeps it when it is to hold one. */
export async function lockLines(
  trx: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<void> {
  const { lock } = operation.parameters
  if (!lock) return
  const { device, emails, language } = lock
  if (lock.inherits) {
    for (const [companyId, ofCompany] of Map.groupBy(simKeysOf(claimed), (sim) => sim.companyId))
      await inheritLocks(trx, { companyId, iccids: ofCompany.map(({ iccid }) => iccid), withOwn: true }, now)
    return
  }
  const area = lock.area && { ...lock.area, geofences: lock.area.geofences ?? [] }
  const changes = simKeysOf(claimed).map((sim) => ({ ...sim, device, area, emails, keepsHeld: true, policy: null }))
  await setLocks(trx, changes, { ...noteOf(operation), language }, now)
}

/** The lines whose SIM is of another company than a geofence of the lock, by ICCID. */
export async function refusedLockLines(
  db: DatabaseTransaction,
  { kind, parameters: { lock } }: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<ReadonlyMap<string, 'unknown_geofence'>> {
  const geofences = lock?.area?.geofences ?? []
  if (kind !== 'lock' || geofences.length === 0) return new Map()
  const sims = simKeysOf(claimed)
  const without = await unknownGeofences(db, [...new Set(sims.map((sim) => sim.companyId))], geofences)
  const refused = sims.filter((sim) => without.includes(sim.companyId))
  return new Map(refused.map(({ iccid }) => [iccid, 'unknown_geofence']))
}
