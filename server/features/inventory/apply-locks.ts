import { sql } from 'kysely'
import { areaLockOf } from '#domain/area-locks.ts'
import type { DeviceMode } from '#domain/locks.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { setLocks } from '#server/lock-engine/set-locks.ts'
import type { WriteOptions } from './apply-lines.ts'
import { goodLines } from './check-lines.sql.ts'
import { inLineChunks } from './line-chunks.ts'
import type { Staging } from './staging.ts'

interface LockedLine {
  readonly line: number
  readonly companyId: number
  readonly iccid: string
  /** null: as it is */
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly areas: readonly string[] | null
  /** of the lock that it has */
  readonly geofences: readonly string[]
}

/** Gives the SIMs of an import's lines, which are there by now, locks of their own. Files name no geofences: they stay, unless the SIM may be anywhere. */
export async function writeLocks(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now }: WriteOptions,
): Promise<void> {
  await inLineChunks(
    async ({ after, limit }) => {
      const { rows } = await sql<LockedLine>`
        SELECT l.line, r.company_id AS "companyId", l.iccid, l.device_mode AS mode, l.device_values AS values, l.area_values AS areas,
          coalesce(k.geofences::text[], '{}') AS geofences
        FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid
        LEFT JOIN sim_locks k ON k.company_id = r.company_id AND k.iccid = r.iccid
        WHERE (l.device_mode IS NOT NULL OR l.area_values IS NOT NULL) AND l.line > ${after} ORDER BY l.line LIMIT ${limit}`.execute(
        trx,
      )
      return rows
    },
    async (rows) => {
      await setLocks(trx, rows.map(changeOf), { actor, detail: { importId }, language: 'es' }, now)
    },
  )
}

const changeOf = ({ companyId, iccid, mode, values, areas, geofences }: LockedLine) => ({
  ...{ companyId, iccid, keepsHeld: true, policy: null },
  ...(mode && values && { device: { mode, values } }),
  ...(areas && { area: { ...areaLockOf(areas), geofences: areas.length > 0 ? geofences : [] } }),
})
