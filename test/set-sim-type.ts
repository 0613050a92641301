import type { Database } from '#server/db/database.ts'
import { ensureReferenceData } from '#server/records/reference-data.ts'
import { setSims } from './set-sims.ts'

/** Makes a SIM of the small fleet one of another type or APN; a type or APN that is not there yet comes to be. */
export async function setSimType(
  db: Database,
  iccid: string,
  { simTypeId, apnId = 1, apn = 'other.enlace' }: { simTypeId: number; apnId?: number; apn?: string },
): Promise<void> {
  await ensureReferenceData(db)
  await db
    .insertInto('apns')
    .values({ apn_id: apnId, name: `APN ${apnId}`, apn, username: 'enlace', password: 'm2m-2026' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const route = await db.selectFrom('network_routes').selectAll().where('origin_id', '=', 1).executeTakeFirstOrThrow()
  await db
    .insertInto('network_routes')
    .values({ ...route, sim_type_id: simTypeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kind = { sim_type_id: simTypeId, apn_id: apnId }
  await setSims(db, iccid, kind)
}
