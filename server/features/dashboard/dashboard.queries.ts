import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import { halfOf } from '#server/db/half-of-pool.ts'
import { scopeOf } from '#server/db/scope.ts'
import { simTotals } from '#server/records/sim-totals.ts'
import { recentSilent, tallySims } from '#server/records/tallies.queries.ts'
import { usageAsOf } from '#server/records/usage-as-of.ts'
import { billingOf } from './billing.queries.ts'
import { needsOf } from './needs.queries.ts'
import { listOrigins, operatorSims, operatorStatus } from './operators.queries.ts'
import { fullestPools } from './pools.queries.ts'
import { topConsumptions } from './top-consumptions.queries.ts'

const sparing = <Place extends Pick<Ctx, 'pool' | 'db'>>(place: Place): Place => ({ ...place, db: halfOf(place.pool) })

/**
 * The fleet at a glance: one round of independent queries, none of which reads the SIMs themselves. They would take every connection
 * of a small pool, so that other people wait.
 */
export function dashboard(ctx: Ctx): Promise<DashboardData> {
  const [own, ...others] = ctx.readableCells.map(sparing)
  return readDashboard({ ...ctx, db: own?.db ?? ctx.db, readableCells: own ? [own, ...others] : [] })
}

async function readDashboard(ctx: Ctx): Promise<DashboardData> {
  const scope = scopeOf(ctx.actor)
  const cycle = billingCycleAt(ctx.now, ctx.actor.cycleAnchorDay, ctx.actor.timeZone)
  const counted = fromEachCell(ctx, ({ db }) => tallySims(db, scope)).then((tallies) => tallies.flat())
  const silent = fromEachCell(ctx, (cell) => recentSilent(cell, scope)).then((found) => simTotals(found.flat()).totalActive)
  const operators = listOrigins(ctx)
  const pooled = fullestPools(ctx)
  const [tallies, totalSilent, billing, origins, consumptions, pools, usageTrueAt, needs] = await Promise.all([
    counted,
    silent,
    billingOf(ctx, counted),
    operators,
    topConsumptions(ctx),
    pooled,
    usageAsOf(ctx),
    needsOf(ctx, { tallies: counted, silent, operators, pools: pooled }),
  ])
  return {
    ...simTotals(tallies),
    needs,
    totalSilent,
    ...billing,
    operatorSims: operatorSims(tallies, origins),
    operatorStatus: operatorStatus(tallies, origins),
    topConsumptions: consumptions,
    poolPlan: pools.fullest,
    planCount: new Set(tallies.map((tally) => tally.planCode)).size,
    usageAsOf: usageTrueAt,
    asOf: ctx.now.toISOString(),
    cycle: { ...cycle, timeZone: ctx.actor.timeZone },
  }
}
