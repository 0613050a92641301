import { sql } from 'kysely'
import type { getSimAlarms } from '#contract/alarms/alarms.calls.ts'
import type { CallData } from '#contract/call.ts'
import type { Ctx } from '#server/context.ts'
import { requireSim } from '#server/records/find-sim.ts'
import { isInGroup } from '#server/records/in-group.ts'

/** The active alarms that watch a SIM, the lowest limit first. */
export async function alarmsOfSim(ctx: Ctx, icc: string): Promise<CallData<typeof getSimAlarms>> {
  const { companyId, iccid, planCode } = await requireSim(ctx, icc)
  const sim = { companyId: sql`${companyId}::int`, iccid: sql`${iccid}` }
  const { rows } = await sql<CallData<typeof getSimAlarms>[number]>`
    SELECT a.alarm_id AS "alarmId", coalesce(a.name, '') AS name, a.limit_mb AS "limit", a.cuts_data AS cuts,
      coalesce(a.plan_code, '') AS plan, coalesce(p.name, '') AS "planName", coalesce(g.name, '') AS "group"
    FROM alarms a
    LEFT JOIN plans p ON p.plan_code = a.plan_code
    LEFT JOIN tags g ON g.company_id = a.company_id AND g.tag_id = a.group_id
    WHERE a.company_id = ${companyId} AND a.is_active AND (a.plan_code IS NULL OR a.plan_code = ${planCode})
      AND ${isInGroup(sim, sql`a.group_id`)}
    ORDER BY a.limit_mb, a.alarm_id`.execute(ctx.db)
  return rows
}
