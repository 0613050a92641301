import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { type getSimFacets, SEARCH_LIMIT, type SimFilter } from '#contract/sims.calls.ts'
import type { Ctx } from '../../context.ts'
import { narrowScope, scopeOf } from '../../db/scope.ts'
import { allOf, isSearch, kindConditions, searchedSims, sessionConditions } from '../../db/sim-filter.ts'
import { type Tally, tallySims } from '../../db/tallies.queries.ts'
import { DIMENSION_NAMES, DIMENSIONS, type Dimension, passes } from './sim-dimensions.ts'

type Facets = CallData<typeof getSimFacets>

type CompanyTally = Tally & { readonly companyId?: number }

/**
 * Counts of each value of each filter: a value's count says what the list would show if it were chosen there, so a filter
 * does not narrow its own values.
 */
export function countFacets(
  tallies: readonly CompanyTally[],
  filter: SimFilter,
): Omit<Facets, 'atLeast' | 'asOf' | 'companyIds'> {
  const counts = new Map(DIMENSION_NAMES.map((name) => [name, new Map<number | string, number>()]))
  let total = 0
  for (const tally of tallies) {
    const failed = DIMENSION_NAMES.filter((name) => !passes(tally, filter, name))
    if (failed.length > 1) continue
    if (failed.length === 0) total += tally.sims
    for (const name of failed.length === 1 ? failed : DIMENSION_NAMES) {
      const values = counts.get(name)
      const value = tally[DIMENSIONS[name]]
      values?.set(value, (values.get(value) ?? 0) + tally.sims)
    }
  }
  const list = (name: Dimension) =>
    [...(counts.get(name) ?? [])].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count)
  return {
    total,
    administrativeStatusIds: list('administrativeStatusIds'),
    gprsStatuses: list('gprsStatuses'),
    providerIds: list('providerIds'),
    simTypeIds: list('simTypeIds'),
    planCodes: list('planCodes'),
    apnIds: list('apnIds'),
  }
}

export async function simFacets(ctx: Ctx, filter: SimFilter, options: { companies: boolean }): Promise<Facets> {
  const found = isSearch(filter) ? await tallyFound(ctx, filter) : undefined
  const tallies = found ?? (await tallySims(ctx.db, narrowScope(scopeOf(ctx.actor), filter.companyIds)))
  const counted = tallies.reduce((sum, tally) => sum + tally.sims, 0)
  const facets = countFacets(tallies, filter)
  // of a search that finds more, the sums are over some of it: the other filters may match none of those and many others
  const total = found !== undefined && counted >= SEARCH_LIMIT ? await countFound(ctx, filter) : facets.total
  return {
    ...facets,
    total,
    companyIds: options.companies ? await countCompanies(ctx, filter) : [],
    atLeast: found !== undefined && total >= SEARCH_LIMIT,
    asOf: ctx.now.toISOString(),
  }
}

/** How many SIMs a search finds under all filters, at most SEARCH_LIMIT: as many as the list shows. */
async function countFound(ctx: Ctx, filter: SimFilter): Promise<number> {
  const scope = narrowScope(scopeOf(ctx.actor), filter.companyIds)
  const { from, where } = searchedSims(scope, filter)
  const all = [...where, ...kindConditions(filter, 'sims'), ...sessionConditions(filter)]
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (
      SELECT FROM ${from} JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      WHERE ${allOf(all)} LIMIT ${SEARCH_LIMIT}
    ) found`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** The same sums over what a search finds, at most SEARCH_LIMIT. */
async function tallyFound(ctx: Ctx, filter: SimFilter): Promise<Tally[]> {
  const { from, where } = searchedSims(narrowScope(scopeOf(ctx.actor), filter.companyIds), filter)
  const { rows } = await sql<Tally>`
    WITH found AS MATERIALIZED (
      SELECT s.* FROM ${from} WHERE ${allOf(where)} LIMIT ${SEARCH_LIMIT}
    )
    SELECT s.administrative_status AS "administrativeStatus", l.gprs_status AS "gprsStatus", s.origin_id AS "originId",
      s.sim_type_id AS "simTypeId", s.plan_code AS "planCode", s.apn_id AS "apnId", count(*) AS sims
    FROM found s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    GROUP BY 1, 2, 3, 4, 5, 6`.execute(ctx.db)
  return rows
}

/** Counts by company under the other filters; asked for only when that filter is opened. */
async function countCompanies(ctx: Ctx, filter: SimFilter): Promise<Facets['companyIds']> {
  const scope = scopeOf(ctx.actor)
  const conditions = DIMENSION_NAMES.flatMap((name) => {
    const wanted = filter[name] ?? []
    const column = sql.ref(`t.${COLUMNS[name]}`)
    return wanted.length === 0 ? [] : [sql`${column}::text = ANY(${wanted.map(String)}::text[])`]
  })
  const tenant = scope.kind === 'all' ? [] : [sql`t.company_id = ANY(${[...scope.ids]}::int[])`]
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT t.company_id AS id, sum(t.sims) AS count FROM sim_tallies t
    WHERE ${allOf([...tenant, ...conditions])} GROUP BY 1 HAVING sum(t.sims) <> 0 ORDER BY 2 DESC, 1`.execute(ctx.db)
  return rows
}

const COLUMNS: Record<Dimension, string> = {
  administrativeStatusIds: 'administrative_status',
  gprsStatuses: 'gprs_status',
  providerIds: 'origin_id',
  simTypeIds: 'sim_type_id',
  planCodes: 'plan_code',
  apnIds: 'apn_id',
}
