import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getSearchParameters } from '#contract/sims/sims.calls.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import { administersPortal, inScope, scopeOf } from '#server/db/scope.ts'
import { simTotals } from '#server/records/sim-totals.ts'
import { tallySims } from '#server/records/tallies.queries.ts'

/** The values of the filters: plans and APNs of the reader's SIMs, visible companies, origins and types. */
export async function searchParameters(ctx: Ctx): Promise<CallData<typeof getSearchParameters>> {
  const scope = scopeOf(ctx.actor)
  const [tallies, plans, apns, companies, providers, simTypes] = await Promise.all([
    fromEachCell(ctx, ({ db }) => tallySims(db, scope)).then((tallied) => tallied.flat()),
    ctx.db
      .selectFrom('plans')
      .select(['plan_code as planCode', 'name as planName', 'data_mb as planMb'])
      .orderBy('name')
      .execute(),
    ctx.db.selectFrom('apns').select(['apn_id as apnId', 'name as apnName']).orderBy('name').execute(),
    ctx.db
      .selectFrom('companies')
      .select(['company_id as companyId', 'business_name as companyName'])
      .where(inScope(scope, sql`company_id`))
      .orderBy('business_name')
      .execute(),
    ctx.db.selectFrom('origins').select(['origin_id as providerId', 'name as providerName']).orderBy('origin_id').execute(),
    ctx.db.selectFrom('sim_types').select(['sim_type_id as simTypeId', 'name as simTypeName']).orderBy('sim_type_id').execute(),
  ])
  const usedPlans = new Set(tallies.map((tally) => tally.planCode))
  const usedApns = new Set(tallies.map((tally) => tally.apnId))
  const { totalSims, totalActive, totalConnected, totalDisconnected } = simTotals(tallies)
  return {
    plans: plans.filter((plan) => usedPlans.has(plan.planCode)),
    apns: apns.filter((apn) => usedApns.has(apn.apnId)),
    companies,
    providers,
    simTypes,
    totals: { totalSims, totalActive, totalConnected, totalDisconnected },
    admin: administersPortal(ctx.actor),
  }
}
