import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type CompanyScope, inScope, keyOf } from '../db/scope.ts'
import { recently } from './cached-for.ts'

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

/** Counts over the scope from the kept sums: thousands of rows are read where there are a million SIMs. */
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

/** How old sums may be that only steer how something is looked up, and how old while new ones are added up: 5 to 20 ms. */
const STEERING = { maxAgeMs: 10_000, whileLoadingMs: 120_000 }

export interface Tallies {
  readonly tallies: readonly Tally[]
  /** all of them together */
  readonly sims: number
}

/** The sums as they were within the last seconds: for choosing between ways to the same answer, never for the answer itself. */
export function recentTallies(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<Tallies> {
  return recently(services, { key: `tallies of ${keyOf(scope)}`, ...STEERING }, async () => {
    const tallies = await tallySims(services.db, scope)
    return { tallies, sims: tallies.reduce((total, { sims }) => total + sims, 0) }
  })
}
