import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type CompanyScope, inScope, keyOf } from '../db/scope.ts'
import { cachedFor } from './cached-for.ts'

/** How many SIMs share these six properties. */
export interface Tally {
  readonly administrativeStatus: number
  readonly gprsStatus: number
  readonly originId: number
  readonly simTypeId: number
  readonly planCode: string
  readonly apnId: number
  readonly sims: number
}

/** Counts over the scope from stored sums: thousands of rows are read instead of a million SIMs. */
export async function tallySims(db: Database, scope: CompanyScope): Promise<Tally[]> {
  const table = scope.kind === 'all' ? sql`fleet_tallies` : sql`sim_tallies`
  const { rows } = await sql<Tally>`
    SELECT administrative_status AS "administrativeStatus", gprs_status AS "gprsStatus", origin_id AS "originId",
      sim_type_id AS "simTypeId", plan_code AS "planCode", apn_id AS "apnId", sum(sims) AS sims
    FROM ${table} AS t
    WHERE ${inScope(scope, sql`t.company_id`)}
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(sims) <> 0`.execute(db)
  return rows
}

/** Ages for sums that only steer a plan; loading them takes 5 to 20 ms. */
const ESTIMATE_AGE = { maxAgeMs: 10_000, staleWhileLoadingMs: 120_000 }

export interface Tallies {
  readonly tallies: readonly Tally[]
  /** all of them together */
  readonly sims: number
}

/** Sums of the last seconds: for choosing between plans with the same result, never for the result itself. */
export function recentTallies(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<Tallies> {
  return cachedFor(services, { key: `tallies of ${keyOf(scope)}`, ...ESTIMATE_AGE }, async () => {
    const tallies = await tallySims(services.db, scope)
    return { tallies, sims: tallies.reduce((total, { sims }) => total + sims, 0) }
  })
}
