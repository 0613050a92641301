import { sql } from 'kysely'
import type { RuleConditions } from '#domain/rules.ts'
import type { Database } from '#server/db/database.ts'

/** Counts the SIMs of a company with one of these plans and statuses, by the tallies. */
export async function countMeantSims(
  db: Database,
  companyId: number,
  { plans, statuses }: Pick<RuleConditions, 'plans' | 'statuses'>,
): Promise<number> {
  const { rows } = await sql<{ sims: number }>`
    SELECT coalesce(sum(t.sims), 0)::float8 AS sims FROM sim_tallies t WHERE t.company_id = ${companyId}
      ${plans.length > 0 ? sql`AND t.plan_code = ANY(${[...plans]}::text[])` : sql``}
      ${statuses.length > 0 ? sql`AND t.administrative_status = ANY(${[...statuses]}::int[])` : sql``}`.execute(db)
  return rows[0]?.sims ?? 0
}

/** Counts the models of device in the last hour of a company that was compared. */
export async function countModels(db: Database, companyId: number): Promise<number> {
  const { rows } = await sql<{ models: number }>`
    SELECT count(*)::int AS models FROM anomaly_profiles p
    JOIN (
      SELECT l.day, l.hour FROM anomaly_profiles l WHERE l.company_id = ${companyId} ORDER BY l.day DESC, l.hour DESC LIMIT 1
    ) last ON p.day = last.day AND p.hour = last.hour
    WHERE p.company_id = ${companyId}`.execute(db)
  return rows[0]?.models ?? 0
}
