import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Trucks of which there is a path: those of the demo's customers. */
const PATHS = { companyIds: [4, 5], planCode: 'CL-IOT250' } as const
/** Places before the present one, so many hours apart. */
const PLACES = 9
const HOURS_APART = 7
/** Degrees between two places, at most: some forty kilometres. */
const STEP = 0.4

/** Where trucks of Chile were in the last days: a walk back from where they are. The present of the SIMs is there by then. */
export async function loadPositions(db: Database): Promise<void> {
  // from -0.5 to 0.5, the same each time
  const random = (salt: string) => sql`hashtext(l.iccid || n || ${salt}) / 4294967296.0`
  await sql`
    WITH places AS (
      SELECT l.company_id, l.iccid, l.located_at - (n * ${HOURS_APART} + ${random('hour')} * 4) * interval '1 hour' AS at,
        l.latitude + sum(${random('south')} * ${STEP}) OVER walk, l.longitude + sum(${random('west')} * ${STEP} / 2) OVER walk AS longitude
      FROM sim_live l CROSS JOIN generate_series(1, ${PLACES}) n
      WHERE l.company_id = ANY(${[...PATHS.companyIds]}::int[]) AND l.plan_code = ${PATHS.planCode} AND l.latitude IS NOT NULL
      WINDOW walk AS (PARTITION BY l.company_id, l.iccid ORDER BY n)
      UNION ALL
      SELECT company_id, iccid, located_at, latitude, longitude FROM sim_live
      WHERE company_id = ANY(${[...PATHS.companyIds]}::int[]) AND plan_code = ${PATHS.planCode} AND latitude IS NOT NULL
    )
    INSERT INTO sim_positions (company_id, iccid, at, latitude, longitude) SELECT * FROM places`.execute(db)
}
