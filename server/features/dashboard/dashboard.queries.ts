import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '../../context.ts'
import { scopeOf } from '../../db/scope.ts'
import { simTotals } from '../../records/sim-totals.ts'
import { recentSilent, type Tally, tallySims } from '../../records/tallies.queries.ts'
import { usageAsOf } from '../../records/usage-as-of.ts'
import { billingOf } from './billing.queries.ts'
import { fullestPools } from './pools.queries.ts'
import { topConsumptions } from './top-consumptions.queries.ts'

type Origins = {
  originId: number
  operatorName: string
  status: number
  failurePercent: number
  since: Date
  statusText: string
  checkedAt: Date | null
}[]

const STATUS_ICONS = ['closed', 'ok', 'warning'] as const

/** The fleet at a glance: one round of independent queries, none of which reads the SIMs themselves. */
export async function dashboard(ctx: Ctx): Promise<DashboardData> {
  const scope = scopeOf(ctx.actor)
  const cycle = billingCycleAt(ctx.now, ctx.actor.cycleAnchorDay, ctx.actor.timeZone)
  const counted = fromEachCell(ctx, ({ db }) => tallySims(db, scope)).then((tallies) => tallies.flat())
  const [tallies, silent, billing, origins, consumptions, pools, usageTrueAt] = await Promise.all([
    counted,
    fromEachCell(ctx, (cell) => recentSilent(cell, scope)),
    billingOf(ctx, counted),
    listOrigins(ctx),
    topConsumptions(ctx),
    fullestPools(ctx),
    usageAsOf(ctx),
  ])
  return {
    ...simTotals(tallies),
    totalSilent: simTotals(silent.flat()).totalActive,
    ...billing,
    operatorSims: operatorSims(tallies, origins),
    operatorStatus: operatorStatus(tallies, origins),
    topConsumptions: consumptions,
    poolPlan: pools,
    planCount: new Set(tallies.map((tally) => tally.planCode)).size,
    usageAsOf: usageTrueAt,
    asOf: ctx.now.toISOString(),
    cycle: { ...cycle, timeZone: ctx.actor.timeZone },
  }
}

/** When a network of an origin last answered or failed, to the minute; its status may be older. */
const lastCall = sql<Date | null>`(
  SELECT max(last.minute) FROM (SELECT DISTINCT network_id FROM network_routes r WHERE r.origin_id = origins.origin_id) r
  CROSS JOIN LATERAL (
    SELECT minute FROM network_minutes m WHERE m.network_id = r.network_id ORDER BY minute DESC LIMIT 1
  ) last
)`

function listOrigins(ctx: Ctx): Promise<Origins> {
  return ctx.db
    .selectFrom('origins')
    .select(['origin_id as originId', 'operator_name as operatorName', 'operator_status as status'])
    .select([
      'operator_failure_percent as failurePercent',
      'operator_status_since as since',
      'operator_status_text as statusText',
    ])
    .select(lastCall.as('checkedAt'))
    .orderBy('origin_id')
    .execute()
}

function simsByOrigin(tallies: readonly Tally[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const tally of tallies) sums.set(tally.originId, (sums.get(tally.originId) ?? 0) + tally.sims)
  return sums
}

function operatorSims(tallies: readonly Tally[], origins: Origins): DashboardData['operatorSims'] {
  const sums = simsByOrigin(tallies)
  const used = origins
    .filter(({ originId }) => sums.has(originId))
    .sort((a, b) => (sums.get(b.originId) ?? 0) - (sums.get(a.originId) ?? 0))
  return {
    series: used.map(({ originId }) => sums.get(originId) ?? 0),
    labels: used.map(({ operatorName }) => operatorName),
    providerIds: used.map(({ originId }) => originId),
  }
}

/** The operators of the reader's SIMs; all of them for an empty fleet. */
function operatorStatus(tallies: readonly Tally[], origins: Origins): DashboardData['operatorStatus'] {
  const sums = simsByOrigin(tallies)
  return origins
    .filter(({ originId }) => sums.size === 0 || sums.has(originId))
    .map(({ operatorName, status, failurePercent, since, statusText, checkedAt }) => ({
      statusName: operatorName,
      statusStatus: status,
      statusIcon: STATUS_ICONS[status] ?? 'warning',
      failurePercent,
      since: since.toISOString(),
      checkedAt: checkedAt?.toISOString() ?? null,
      statusText,
    }))
}
