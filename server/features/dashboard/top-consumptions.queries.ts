import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { isSameSim } from '#server/db/same-sim.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/db/scope.ts'

const ROWS = 10
const ORDER = sql`ORDER BY l.plan_percent DESC, l.cycle_data_bytes DESC, l.iccid DESC LIMIT ${sql.lit(ROWS)}`

/** The keys of the ten, from the percent index: one walk for one company or all, each company's first ten for several. */
function topKeys(scope: CompanyScope) {
  if (scope.kind === 'all' || scope.ids.length <= 1) {
    return sql`SELECT l.* FROM sim_live l WHERE ${inScope(scope, sql`l.company_id`)} AND l.cycle_data_bytes > 0 ${ORDER}`
  }
  return sql`SELECT l.* FROM (
    SELECT each_company.* FROM unnest(${[...scope.ids]}::int[]) AS own(company_id)
    CROSS JOIN LATERAL (
      SELECT l.* FROM sim_live l WHERE l.company_id = own.company_id AND l.cycle_data_bytes > 0 ${ORDER}
    ) AS each_company
  ) l ${ORDER}`
}

type TopRow = DashboardData['topConsumptions'][number] & { readonly percent: number }

/** The ten SIMs that used the largest share of their plan in this cycle, by percent, then by bytes. */
export async function topConsumptions(ctx: Ctx): Promise<DashboardData['topConsumptions']> {
  const answers = await rowsOfCells(ctx, (db) => topSims(scopeOf(ctx.actor)).execute(db))
  const order = byKeys<TopRow>(({ percent, consumption, icc }) => [percent, consumption, icc], 'DESC')
  return mergeSorted(answers, order, ROWS).map(({ percent, ...row }) => row)
}

const topSims = (scope: CompanyScope) => sql<TopRow>`
    SELECT l.plan_percent AS percent, s.iccid AS icc, s.msisdn, s.imei, s.custom_field_1 AS label, p.data_mb AS "planMb",
      l.cycle_data_bytes AS consumption
    FROM (${topKeys(scope)}) l
    JOIN sims s ON ${isSameSim(sql`s`, sql`l`)}
    JOIN plans p ON p.plan_code = s.plan_code
    ORDER BY l.plan_percent DESC, l.cycle_data_bytes DESC, l.iccid DESC`
