import { type RawBuilder, sql } from 'kysely'
import { SILENCES, type SilenceFilter, silentSince } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type CompanyScope, inScope, keyOf } from '../db/scope.ts'
import { cachedFor } from './cached-for.ts'
import { ALIAS, isUnusual, LAST_SEEN } from './sim-filter.ts'
import { tallyOf } from './sim-tallies.ts'

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
    SELECT ${tallyOf('t')}, sum(sims) AS sims
    FROM ${table} AS t
    WHERE ${inScope(scope, sql`t.company_id`)}
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(sims) <> 0`.execute(db)
  return rows
}

/** SIMs that are silent, by the longest silence that they have reached. */
export interface SilentTally extends Tally {
  /** its place in SILENCES */
  readonly silence: number
}

/** The longest silence that a SIM has reached, as its place in SILENCES; -1 when it was seen within the shortest. */
export function silenceOf(lastSeen: RawBuilder<unknown>, now: Date): RawBuilder<number> {
  const reached = SILENCES.map((silence, place) => {
    const since = silentSince(silence, now)
    return sql`WHEN ${lastSeen} ${since ? sql`>= ${since}::timestamptz` : sql`> '-infinity'`} THEN ${sql.lit(place - 1)}`
  })
  return sql`CASE ${sql.join(reached, sql` `)} ELSE ${sql.lit(SILENCES.length - 1)} END`
}

/** Counts of the silent SIMs, read from the index of when they were last seen. */
export async function tallySilent(db: Database, scope: CompanyScope, now: Date): Promise<SilentTally[]> {
  const { rows } = await sql<SilentTally>`
    SELECT ${tallyOf('l')}, ${silenceOf(LAST_SEEN, now)} AS silence, count(*) AS sims
    FROM sim_live l
    WHERE ${inScope(scope, sql`l.company_id`)} AND ${LAST_SEEN} < ${silentSince(SILENCES[0], now)}::timestamptz
    GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(db)
  return rows
}

/** Counts of those that are silent for longer than is usual for them, read from the index of when they become so. */
export async function tallyUnusual(db: Database, scope: CompanyScope, now: Date): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    SELECT ${tallyOf('l')}, count(*) AS sims FROM sim_live l
    WHERE ${inScope(scope, sql`l.company_id`)} AND ${isUnusual(ALIAS.live, now)}
    GROUP BY 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Ages for sums that only steer a plan; loading them takes 5 to 20 ms. */
export const ESTIMATE_AGE = { maxAgeMs: 10_000, staleWhileLoadingMs: 120_000 }

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

/** Counts of the silent SIMs of the last seconds: for a million SIMs, counting them takes a tenth of a second. */
export function recentSilent(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<SilentTally[]> {
  return cachedFor(services, { key: `silent of ${keyOf(scope)}`, ...ESTIMATE_AGE }, () =>
    tallySilent(services.db, scope, services.clock()),
  )
}

/** Counts of those of an unusual silence, as old. */
export function recentUnusual(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<Tally[]> {
  return cachedFor(services, { key: `unusually silent of ${keyOf(scope)}`, ...ESTIMATE_AGE }, () =>
    tallyUnusual(services.db, scope, services.clock()),
  )
}

/** Those of them that a filter asks for. */
export async function recentSilentTallies(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
  silence: SilenceFilter,
): Promise<Tallies> {
  const tallies =
    silence === 'unusual'
      ? await recentUnusual(services, scope)
      : (await recentSilent(services, scope)).filter((one) => one.silence >= SILENCES.indexOf(silence))
  return { tallies, sims: tallies.reduce((total, { sims }) => total + sims, 0) }
}

/** Active SIMs that have used their plan's data or more, of the last seconds; read from the index of percentages. */
export function recentAtLimit(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<number> {
  return cachedFor(services, { key: `at their limit of ${keyOf(scope)}`, ...ESTIMATE_AGE }, async () => {
    const { rows } = await sql<{ sims: number }>`
      SELECT count(*) AS sims FROM sim_live l
      WHERE ${inScope(scope, sql`l.company_id`)} AND l.plan_percent >= 100
        AND l.administrative_status = ${ADMINISTRATIVE_STATUS.active}`.execute(services.db)
    return rows[0]?.sims ?? 0
  })
}
