import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/**
 * Recomputes the plan usage sums from the SIMs, after a fleet was loaded and while nothing else counts: arriving usage and changed plans
 * add rows of their own.
 */
export async function refreshPlanUsage(db: Database | DatabaseTransaction, companyIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM plan_usage_tallies WHERE company_id = ANY(${[...companyIds]}::int[])`.execute(db)
  await sql`
    WITH sums AS (
      SELECT s.company_id, s.plan_code, l.cycle_start, sum(l.cycle_data_bytes)::bigint AS data_bytes
      FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      WHERE s.company_id = ANY(${[...companyIds]}::int[]) AND l.cycle_data_bytes > 0
      GROUP BY 1, 2, 3
    )
    INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
    SELECT company_id, plan_code, cycle_start, data_bytes FROM sums`.execute(db)
}
