import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { byKeys, mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '../../context.ts'
import { scopeOf } from '../../db/scope.ts'
import { currentPools } from '../../records/pools.ts'

/** Pools on the card: the fullest. */
const ROWS = 6

interface PoolRow {
  readonly planCode: string
  readonly planName: string
  readonly companyId: number
  readonly companyName: string
  readonly usedBytes: number
  readonly poolMb: number
}

/** The fullest pools of the running cycle. */
export async function fullestPools(ctx: Ctx): Promise<DashboardData['poolPlan']> {
  const answers = await fromEachCell(ctx, fullestOfCell)
  const order = byKeys<PoolRow>(({ usedBytes, poolMb }) => [usedBytes / poolMb], 'DESC')
  return mergeSorted(answers, order, ROWS).map((row) => ({
    planCode: row.planCode,
    planName: row.companyId === ctx.actor.companyId ? row.planName : `${row.planName} · ${row.companyName}`,
    total: Math.round((row.usedBytes / (row.poolMb * BYTES_PER_MB)) * 100),
    usedBytes: row.usedBytes,
    poolMb: row.poolMb,
  }))
}

async function fullestOfCell({ db, actor, now }: Ctx): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    SELECT pool.plan_code AS "planCode", p.name AS "planName", c.company_id AS "companyId", c.business_name AS "companyName",
      pool.used_bytes AS "usedBytes", pool.pool_mb AS "poolMb"
    FROM ${currentPools(scopeOf(actor), now)} pool
    JOIN plans p ON p.plan_code = pool.plan_code
    JOIN companies c ON c.company_id = pool.company_id
    ORDER BY pool.used_bytes::numeric / pool.pool_mb DESC, 1, 3
    LIMIT ${ROWS}`.execute(db)
  return rows
}
