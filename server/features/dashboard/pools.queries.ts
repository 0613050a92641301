import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { scopeOf } from '#server/db/scope.ts'
import { currentPools } from '#server/records/pools.ts'

/** Pools on the card: the fullest. */
const ROWS = 6

interface PoolRow {
  readonly planCode: string
  readonly planName: string
  readonly companyId: number
  readonly companyName: string
  readonly usedBytes: number
  readonly poolMb: number
  /** pools of the cell that have used all of it */
  readonly over: number
}

export interface Pools {
  readonly fullest: DashboardData['poolPlan']
  /** pools at 100 % or more, also those that are not among the fullest */
  readonly over: number
}

/** The fullest pools of the running cycle, and how many are used up. */
export async function fullestPools(ctx: Ctx): Promise<Pools> {
  const answers = await rowsOfCells(ctx, (db) => fullest(ctx).execute(db))
  const order = byKeys<PoolRow>(({ usedBytes, poolMb }) => [usedBytes / poolMb], 'DESC')
  const pools = mergeSorted(answers, order, ROWS).map((row) => ({
    planCode: row.planCode,
    companyId: row.companyId,
    planName: row.companyId === ctx.actor.companyId ? row.planName : `${row.planName} · ${row.companyName}`,
    total: Math.round((row.usedBytes / (row.poolMb * BYTES_PER_MB)) * 100),
    usedBytes: row.usedBytes,
    poolMb: row.poolMb,
  }))
  return { fullest: pools, over: answers.reduce((sum, [first]) => sum + (first?.over ?? 0), 0) }
}

/** As the bars round it (specification section 4: red at 100 or more). */
const IS_OVER = sql`pool.used_bytes::numeric * 100 / (pool.pool_mb * ${sql.lit(BYTES_PER_MB)}) >= 99.5`

const fullest = ({ actor, now }: Ctx) => sql<PoolRow>`
    SELECT pool.plan_code AS "planCode", p.name AS "planName", c.company_id AS "companyId", c.business_name AS "companyName",
      pool.used_bytes AS "usedBytes", pool.pool_mb AS "poolMb", count(*) FILTER (WHERE ${IS_OVER}) OVER () AS over
    FROM ${currentPools(scopeOf(actor), now)} pool
    JOIN plans p ON p.plan_code = pool.plan_code
    JOIN companies c ON c.company_id = pool.company_id
    ORDER BY pool.used_bytes::numeric / pool.pool_mb DESC, 1, 3
    LIMIT ${ROWS}`
