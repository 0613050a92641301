import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Database } from './database.ts'
import { type CompanyScope, inScope } from './scope.ts'

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

/** How old sums may be that only steer how something is looked up. */
const RECENT_MS = 10_000
const RECENT_SCOPES = 200

interface Recent {
  readonly at: number
  readonly tallies: Promise<Tally[]>
}

/** Per process and database. */
const recent = new WeakMap<object, Map<string, Recent>>()

/** The sums as they were within the last seconds: for choosing between ways to the same answer, never for the answer itself. */
export function recentTallies(
  { db, pool, clock }: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
): Promise<Tally[]> {
  const cache = recent.get(pool) ?? new Map<string, Recent>()
  recent.set(pool, cache)
  const key = scope.kind === 'all' ? 'all' : scope.ids.join()
  const now = clock().getTime()
  const known = cache.get(key)
  if (known && now - known.at < RECENT_MS) return known.tallies
  if (cache.size >= RECENT_SCOPES) cache.clear()
  const tallies = tallySims(db, scope)
  cache.set(key, { at: now, tallies })
  // a failure is the asker's business; the next one tries again
  tallies.catch(() => cache.delete(key))
  return tallies
}
