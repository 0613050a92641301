import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Ctx } from '../../context.ts'
import { inScope, scopeOf } from '../../db/scope.ts'

/** Pools on the card: the fullest ones. */
const ROWS = 6
const BILLABLE = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

interface PoolRow {
  readonly planCode: string
  readonly planName: string
  readonly companyId: number
  readonly companyName: string
  readonly usedBytes: number
  readonly poolMb: number
}

/**
 * The fullest pools of the running cycle. All SIMs of a company on a pooled plan share the plan's MB × billable SIMs;
 * each company has its own pool, in its own cycle.
 */
export async function fullestPools(ctx: Ctx): Promise<DashboardData['poolPlan']> {
  const scope = scopeOf(ctx.actor)
  const { rows } = await sql<PoolRow>`
    WITH pooled AS MATERIALIZED (SELECT plan_code FROM plans WHERE pooled AND data_mb > 0),
    pool AS MATERIALIZED (
      SELECT t.company_id, t.plan_code, sum(t.sims) AS sims
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
    SELECT pool.plan_code AS "planCode", p.name AS "planName", c.company_id AS "companyId", c.business_name AS "companyName",
      coalesce(used.used_bytes, 0)::bigint AS "usedBytes", (pool.sims * p.data_mb)::bigint AS "poolMb"
    FROM pool
    JOIN plans p ON p.plan_code = pool.plan_code
    JOIN companies c ON c.company_id = pool.company_id
    LEFT JOIN used ON used.company_id = pool.company_id AND used.plan_code = pool.plan_code
      AND used.cycle_start = billing_cycle_start((${ctx.now}::timestamptz AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day)
    ORDER BY coalesce(used.used_bytes, 0) / (pool.sims * p.data_mb) DESC, 1, 3
    LIMIT ${ROWS}`.execute(ctx.db)
  return rows.map((row) => ({
    planCode: row.planCode,
    planName: row.companyId === ctx.actor.companyId ? row.planName : `${row.planName} · ${row.companyName}`,
    total: Math.round((row.usedBytes / (row.poolMb * BYTES_PER_MB)) * 100),
    usedBytes: row.usedBytes,
    poolMb: row.poolMb,
  }))
}
