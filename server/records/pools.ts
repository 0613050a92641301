import { type RawBuilder, sql } from 'kysely'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { type CompanyScope, inScope } from '../db/scope.ts'

const BILLABLE = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

/**
 * The pools of the current cycles, as a relation to select from: company_id, plan_code, sims (billable), pool_mb, used_bytes,
 * cycle_start. All SIMs of a company on a pooled plan share the plan's MB × billable SIMs; each company has its own pool, in its
 * own cycle.
 */
export function currentPools(scope: CompanyScope, now: Date): RawBuilder<unknown> {
  return sql`(
    WITH pooled AS MATERIALIZED (SELECT plan_code, data_mb FROM plans WHERE pooled AND data_mb > 0),
    pool AS MATERIALIZED (
      SELECT t.company_id, t.plan_code, sum(t.sims)::int AS sims
      FROM sim_tallies t
      WHERE ${inScope(scope, sql`t.company_id`)} AND t.administrative_status = ANY(${BILLABLE}::smallint[])
        AND t.plan_code IN (SELECT plan_code FROM pooled)
      GROUP BY 1, 2 HAVING sum(t.sims) > 0
    ), used AS MATERIALIZED (
      SELECT u.company_id, u.plan_code, u.cycle_start, sum(u.data_bytes) AS used_bytes
      FROM plan_usage_tallies u
      WHERE ${inScope(scope, sql`u.company_id`)} AND u.plan_code IN (SELECT plan_code FROM pooled)
      GROUP BY 1, 2, 3
    )
    SELECT pool.company_id, pool.plan_code, pool.sims, pool.sims::bigint * p.data_mb AS pool_mb,
      greatest(coalesce(used.used_bytes, 0), 0)::bigint AS used_bytes, cycle.start AS cycle_start
    FROM pool
    JOIN pooled p ON p.plan_code = pool.plan_code
    JOIN companies c ON c.company_id = pool.company_id
    CROSS JOIN LATERAL (
      SELECT billing_cycle_start((${now}::timestamptz AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day) AS start
    ) cycle
    LEFT JOIN used ON used.company_id = pool.company_id AND used.plan_code = pool.plan_code AND used.cycle_start = cycle.start
  )`
}
