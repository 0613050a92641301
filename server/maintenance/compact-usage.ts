import { sql } from 'kysely'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** Two cycles and what they are compared with: 31 + 31 days, and some. */
const FLEET_DAYS = 70

/** Merges the rows of each pool and cycle into one; the sums stay the same for every reader. */
export const compactPlanUsage = (db: Database): Promise<void> =>
  compact(db, 'plan_usage_tallies', ['company_id', 'plan_code', 'cycle_start'])

/** Merges the rows of each company and day into one, and deletes old days. */
export async function compactFleetDays(db: Database, now: Date): Promise<void> {
  const oldest = daysBefore(now, FLEET_DAYS).toISOString().slice(0, 10)
  await sql`DELETE FROM usage_day_tallies WHERE day < ${oldest}`.execute(db)
  await compact(db, 'usage_day_tallies', ['company_id', 'day'])
}

async function compact(db: Database, name: string, columns: readonly string[]): Promise<void> {
  const [table, key] = [sql.table(name), sql.join(columns.map((column) => sql.id(column)))]
  await sql`
    WITH several AS MATERIALIZED (
      SELECT ${key} FROM ${table} GROUP BY ${key} HAVING count(*) > 1
    ), gone AS (
      DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM several) RETURNING ${key}, data_bytes
    )
    INSERT INTO ${table} (${key}, data_bytes) SELECT ${key}, sum(data_bytes)::bigint FROM gone GROUP BY ${key}`.execute(db)
}
