import { sql } from 'kysely'
import { EARTH_RADIUS_M } from '#domain/geodesy.ts'
import { LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'
import { SIM_POSITION_DAYS } from '#domain/sim-positions.ts'
import { daysBefore } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from '../records/sim-key.ts'

/** Where a network located a SIM, degrees. */
export interface LocatedSim extends SimKey {
  readonly at: Date
  readonly latitude: number
  readonly longitude: number
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180

/** Metres between `n` and `last` on a plane that touches the earth there: within a permille at distances that matter here. */
const metresBetween = sql`
  ${sql.lit(METRES_PER_DEGREE)} * sqrt(power(n.latitude - last.latitude, 2)
    + power(least(abs(n.longitude - last.longitude), 360 - abs(n.longitude - last.longitude)) * cos(radians(n.latitude)), 2))`

/**
 * Adds positions to the paths of SIMs. One that is nearer to the last of its SIM than a cell's location is uncertain says nothing new, and
 * one that is older than it comes too late.
 */
export async function recordPositions(trx: DatabaseTransaction, located: readonly LocatedSim[]): Promise<void> {
  if (located.length === 0) return
  await sql`
    WITH moved AS (
      SELECT n."companyId", n.iccid, n.at, n.latitude, n.longitude
      FROM json_to_recordset(${JSON.stringify(located)}::json)
        AS n("companyId" int, iccid text, at timestamptz, latitude float8, longitude float8)
      LEFT JOIN LATERAL (
        SELECT p.at, p.latitude, p.longitude FROM sim_positions p
        WHERE p.company_id = n."companyId" AND p.iccid = n.iccid COLLATE "C" ORDER BY p.at DESC LIMIT 1
      ) last ON true
      WHERE last.at IS NULL OR (n.at > last.at AND ${metresBetween} > ${sql.lit(LOCATION_UNCERTAINTY_M)})
    )
    INSERT INTO sim_positions (company_id, iccid, at, latitude, longitude) SELECT * FROM moved ORDER BY 1, 2`.execute(trx)
}

/** Rows per transaction: short enough not to block a move of a customer. */
const BATCH = 20_000

/**
 * Deletes positions of which the retention is over.
 * @returns how many
 */
export async function deleteOldPositions(db: Database, now: Date): Promise<number> {
  const before = daysBefore(now, SIM_POSITION_DAYS)
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM sim_positions
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM sim_positions WHERE at < ${before} LIMIT ${sql.lit(BATCH)}))`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return deleted
  }
}
