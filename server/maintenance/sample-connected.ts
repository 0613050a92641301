import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

const QUARTER_MS = 15 * MINUTE_MS
/** The curve of a day, and the one before it. */
const KEPT_MS = 2 * DAY_MS

/** Counts each company's connected SIMs, once in a quarter of an hour, and deletes old counts. */
export async function sampleConnected(db: Database, now: Date): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS)
  await sql`
    WITH connected AS (
      SELECT company_id, coalesce(sum(sims) FILTER (WHERE gprs_status = ${GPRS_STATUS.activated}), 0) AS sims FROM sim_tallies
      WHERE administrative_status = ${ADMINISTRATIVE_STATUS.active} GROUP BY 1
    )
    INSERT INTO connected_samples (company_id, at, sims)
    SELECT company_id, ${at}::timestamptz, greatest(sims, 0)::int FROM connected ON CONFLICT DO NOTHING`.execute(db)
  await sql`DELETE FROM connected_samples WHERE at < ${new Date(now.getTime() - KEPT_MS)}`.execute(db)
}
