import { sql } from 'kysely'
import { billingCycleAt, type Day } from '#domain/billing-cycle.ts'
import type { AdministrativeFacts } from '#domain/diagnosis.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Ctx } from '../context.ts'
import type { SimKey } from './sim-key.ts'

/** SIMs that add their plan's MB to a pool. */
const BILLABLE = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]

interface Row extends SimKey {
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
}

export type Administration = SimKey &
  Omit<AdministrativeFacts, 'imeiSeen'> & {
    /** first day of the present cycle */
    readonly cycle: Day
    readonly statusReason: string
    readonly planName: string
    readonly isPooled: boolean
  }

type Reader = Pick<Ctx, 'db' | 'now'>

/** What the administrative test needs of SIMs of one cell, in two statements. SIMs that are gone are left out. */
export async function readAdministrations(ctx: Reader, sims: readonly SimKey[]): Promise<Administration[]> {
  const { rows } = await sql<Row>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS "administrativeStatus", s.status_reason AS "statusReason",
      EXISTS (SELECT FROM companies a WHERE a.company_id = ANY(c.lineage) AND a.blocked_at <= ${ctx.now}) AS "isCompanyBlocked",
      s.plan_code AS "planCode", p.name AS "planName", p.pooled AS "isPooled", p.data_mb AS "dataMb", a.apn, s.imei,
      s.imei_lock AS "isImeiLocked", l.cycle_start AS "cycleStart", l.cycle_data_bytes AS "cycleBytes", c.time_zone AS "timeZone",
      c.cycle_anchor_day AS "anchorDay"
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    JOIN companies c ON c.company_id = s.company_id
    JOIN plans p ON p.plan_code = s.plan_code
    JOIN apns a ON a.apn_id = s.apn_id`.execute(ctx.db)
  const usages = await poolUsages(ctx, rows.filter(isOfPool))
  return rows.map((row) => {
    const cycle = cycleOf(row, ctx.now)
    const own = { usedBytes: row.cycleStart === cycle ? row.cycleBytes : 0, sims: 1 }
    const { usedBytes, sims: shares } = row.isPooled ? (usages.get(poolKey(row)) ?? { usedBytes: 0, sims: 0 }) : own
    return { ...row, cycle, usedBytes, limitBytes: row.dataMb === 0 ? null : Math.max(shares, 1) * row.dataMb * BYTES_PER_MB }
  })
}

const isOfPool = ({ isPooled }: Row): boolean => isPooled
const poolKey = ({ companyId, planCode }: Pick<Row, 'companyId' | 'planCode'>): string => `${companyId} ${planCode}`
const cycleOf = ({ anchorDay, timeZone }: Row, now: Date): string => billingCycleAt(now, anchorDay, timeZone).start

interface PoolUsage {
  readonly usedBytes: number
  readonly sims: number
}

/** The usage of companies' pooled plans in their present cycles, and the number of SIMs that share each. */
async function poolUsages({ db, now }: Reader, rows: readonly Row[]): Promise<Map<string, PoolUsage>> {
  const pools = [...new Map(rows.map((row) => [poolKey(row), row])).values()]
  if (pools.length === 0) return new Map()
  const found = await sql<PoolUsage & Pick<Row, 'companyId' | 'planCode'>>`
    SELECT w.company_id AS "companyId", w.plan_code AS "planCode",
      coalesce((SELECT sum(u.data_bytes) FROM plan_usage_tallies u
        WHERE u.company_id = w.company_id AND u.plan_code = w.plan_code AND u.cycle_start = w.cycle_start), 0)::bigint AS "usedBytes",
      coalesce((SELECT sum(t.sims) FROM sim_tallies t
        WHERE t.company_id = w.company_id AND t.plan_code = w.plan_code AND t.administrative_status = ANY(${BILLABLE}::smallint[])), 0)::int AS sims
    FROM unnest(${pools.map(({ companyId }) => companyId)}::int[], ${pools.map(({ planCode }) => planCode)}::text[],
      ${pools.map((pool) => cycleOf(pool, now))}::date[]) AS w(company_id, plan_code, cycle_start)`.execute(db)
  return new Map(found.rows.map((row) => [poolKey(row), row]))
}
