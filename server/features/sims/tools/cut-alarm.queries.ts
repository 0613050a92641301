import { sql } from 'kysely'
import type { Ctx } from '#server/context.ts'
import type { FoundSim } from '#server/records/find-sim.ts'

/** The alarm that holds a SIM's data cut: MB, and the plan that it was judged for; null without one. */
export interface CutAlarm {
  readonly cutLimitMb: number | null
  readonly cutPlanName: string | null
}

export async function readCutAlarm({ db }: Pick<Ctx, 'db'>, { companyId, iccid }: FoundSim): Promise<CutAlarm> {
  const { rows } = await sql<CutAlarm>`
    SELECT n.limit_mb AS "cutLimitMb", judged.name AS "cutPlanName"
    FROM alarm_notices n LEFT JOIN plans judged ON judged.plan_code = n.plan_code
    WHERE n.company_id = ${companyId} AND n.iccid = ${iccid} AND n.action IN ('due', 'ordered', 'cut')
    ORDER BY n.at DESC, n.notice_id DESC LIMIT 1`.execute(db)
  return rows[0] ?? { cutLimitMb: null, cutPlanName: null }
}
