import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import type { AdministrativeFacts } from '#domain/diagnosis.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Ctx } from '#server/context.ts'
import type { FoundSim } from '#server/records/find-sim.ts'

/** SIMs that add their plan's MB to a pool. */
const BILLABLE = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

interface Row {
  readonly administrativeStatus: number
  readonly statusReason: string
  readonly isCompanyBlocked: boolean
  readonly planCode: string
  readonly planName: string
  readonly isPooled: boolean
  readonly dataMb: number
  readonly apn: string
  readonly imei: string
  readonly isImeiLocked: boolean
  readonly cycleStart: string
  readonly cycleBytes: number
  readonly timeZone: string
  readonly anchorDay: number
  readonly cutLimitMb: number | null
  readonly cutPlanName: string | null
}

export type Administration = Omit<AdministrativeFacts, 'imeiSeen'> & {
  readonly statusReason: string
  readonly planName: string
  readonly isPooled: boolean
  /** of the alarm that holds the data cut: MB, and the plan that it was judged for; null without one */
  readonly cutLimitMb: number | null
  readonly cutPlanName: string | null
}

/** The facts of the administrative test. */
export async function readAdministration(ctx: Ctx, { companyId, iccid }: FoundSim): Promise<Administration> {
  const { rows } = await sql<Row>`
    SELECT s.administrative_status AS "administrativeStatus", s.status_reason AS "statusReason",
      EXISTS (SELECT FROM companies a WHERE a.company_id = ANY(c.lineage) AND a.blocked_at <= ${ctx.now}) AS "isCompanyBlocked",
      s.plan_code AS "planCode", p.name AS "planName", p.pooled AS "isPooled", p.data_mb AS "dataMb", a.apn, s.imei,
      s.imei_lock AS "isImeiLocked", l.cycle_start AS "cycleStart", l.cycle_data_bytes AS "cycleBytes", c.time_zone AS "timeZone",
      c.cycle_anchor_day AS "anchorDay", cut.limit_mb AS "cutLimitMb", cut.plan_name AS "cutPlanName"
    FROM sims s
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    JOIN companies c ON c.company_id = s.company_id
    JOIN plans p ON p.plan_code = s.plan_code
    JOIN apns a ON a.apn_id = s.apn_id
    LEFT JOIN LATERAL (
      SELECT n.limit_mb, judged.name AS plan_name FROM alarm_notices n LEFT JOIN plans judged ON judged.plan_code = n.plan_code
      WHERE n.company_id = s.company_id AND n.iccid = s.iccid AND n.action IN ('due', 'ordered', 'cut')
      ORDER BY n.at DESC, n.notice_id DESC LIMIT 1
    ) cut ON true
    WHERE s.company_id = ${companyId} AND s.iccid = ${iccid}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error(`the SIM ${iccid} has no live row`)
  const cycleStart = billingCycleAt(ctx.now, row.anchorDay, row.timeZone).start
  const own = { usedBytes: row.cycleStart === cycleStart ? row.cycleBytes : 0, sims: 1 }
  const { usedBytes, sims } = row.isPooled ? await poolOf(ctx, companyId, row.planCode, cycleStart) : own
  const limitBytes = row.dataMb === 0 ? null : Math.max(sims, 1) * row.dataMb * BYTES_PER_MB
  return { ...row, usedBytes, limitBytes }
}

/** The usage of a company's pooled plan, and the number of SIMs that share it. */
async function poolOf({ db }: Ctx, companyId: number, planCode: string, cycleStart: string) {
  const { rows } = await sql<{ usedBytes: number; sims: number }>`
    SELECT coalesce((SELECT sum(data_bytes) FROM plan_usage_tallies
        WHERE company_id = ${companyId} AND plan_code = ${planCode} AND cycle_start = ${cycleStart}), 0)::bigint AS "usedBytes",
      coalesce((SELECT sum(sims) FROM sim_tallies
        WHERE company_id = ${companyId} AND plan_code = ${planCode} AND administrative_status = ANY(${BILLABLE}::smallint[])), 0)::int AS sims`.execute(
    db,
  )
  return rows[0] ?? { usedBytes: 0, sims: 0 }
}
