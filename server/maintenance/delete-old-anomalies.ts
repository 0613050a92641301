import { ANOMALY_DAYS, PROFILE_DAYS } from '#domain/anomalies.ts'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** Deletes what was out of the ordinary long ago, and profiles that nothing is compared with any more. */
export async function deleteOldAnomalies(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('anomalies').where('last_at', '<', daysBefore(now, ANOMALY_DAYS)).execute()
  // a local day is over in all time zones a day later
  const day = daysBefore(now, PROFILE_DAYS + 1)
    .toISOString()
    .slice(0, 10)
  await db.deleteFrom('anomaly_profiles').where('day', '<', day).execute()
}
