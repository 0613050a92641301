import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { SILENCES, type Silence, silentSince } from '#domain/silence.ts'
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type CompanyScope, inScope, keyOf } from '../db/scope.ts'
import { cachedFor } from './cached-for.ts'
import { ALIAS, isOverPlan, isUnusual, LAST_SEEN } from './sim-filter.ts'
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

/** SIMs by whether they are over their plan, too. */
export interface PlanTally extends Tally {
  readonly isOverPlan: boolean
}

/** SIMs that are silent, by the longest silence that they have reached. */
export interface SilentTally extends PlanTally {
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

/** Counts of those over their plan, read from the index of percentages. */
export async function tallyOver(db: Database, scope: CompanyScope): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    SELECT ${tallyOf('l')}, count(*) AS sims FROM sim_live l
    WHERE ${inScope(scope, sql`l.company_id`)} AND ${isOverPlan(ALIAS.live)}
    GROUP BY 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

const OVER_PLAN = sql`${isOverPlan(ALIAS.live)} AS "isOverPlan"`

/** Counts of the silent SIMs, read from the index of when they were last seen, which has percentages. */
export async function tallySilent(db: Database, scope: CompanyScope, now: Date): Promise<SilentTally[]> {
  const { rows } = await sql<SilentTally>`
    SELECT ${tallyOf('l')}, ${silenceOf(LAST_SEEN, now)} AS silence, ${OVER_PLAN}, count(*) AS sims
    FROM sim_live l
    WHERE ${inScope(scope, sql`l.company_id`)} AND ${LAST_SEEN} < ${silentSince(SILENCES[0], now)}::timestamptz
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(db)
  return rows
}

/** Counts of those that are silent for longer than is usual for them, read from the index of when they become so. */
export async function tallyUnusual(db: Database, scope: CompanyScope, now: Date): Promise<PlanTally[]> {
  const { rows } = await sql<PlanTally>`
    SELECT ${tallyOf('l')}, ${OVER_PLAN}, count(*) AS sims FROM sim_live l
    WHERE ${inScope(scope, sql`l.company_id`)} AND ${isUnusual(ALIAS.live, now)}
    GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(db)
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
    return summed(await tallySims(services.db, scope))
  })
}

/** Counts of the silent SIMs of the last seconds: for a million SIMs, counting them takes a tenth of a second. */
export function recentSilent(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<SilentTally[]> {
  return cachedFor(services, { key: `silent of ${keyOf(scope)}`, ...ESTIMATE_AGE }, () =>
    tallySilent(services.db, scope, services.clock()),
  )
}

/** Counts of those of an unusual silence, as old. */
export function recentUnusual(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<PlanTally[]> {
  return cachedFor(services, { key: `unusually silent of ${keyOf(scope)}`, ...ESTIMATE_AGE }, () =>
    tallyUnusual(services.db, scope, services.clock()),
  )
}

/** Counts of those over their plan, as old. */
export function recentOver(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<Tally[]> {
  return cachedFor(services, { key: `over their plan of ${keyOf(scope)}`, ...ESTIMATE_AGE }, () =>
    tallyOver(services.db, scope),
  )
}

/** What a filter asks beside the properties of a tally. */
export type BesideTallies = Pick<SimFilter, 'planUse' | 'silentFor'>

/** Those of the last seconds that match these filters, of all statuses and kinds; undefined without such a filter. */
export async function recentBeside(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
  { planUse, silentFor }: BesideTallies,
): Promise<Tallies | undefined> {
  if (!silentFor) return planUse ? summed(await recentOver(services, scope)) : undefined
  const silent =
    silentFor === 'unusual' ? await recentUnusual(services, scope) : reaching(await recentSilent(services, scope), silentFor)
  return summed(planUse ? overPlan(silent) : silent)
}

/** Those that have been silent for so long, or for longer. */
export const reaching = (silent: readonly SilentTally[], silence: Silence): SilentTally[] =>
  silent.filter((tally) => tally.silence >= SILENCES.indexOf(silence))

export const overPlan = <T extends PlanTally>(tallies: readonly T[]): T[] => tallies.filter(({ isOverPlan: is }) => is)

const summed = (tallies: readonly Tally[]): Tallies => ({
  tallies,
  sims: tallies.reduce((total, { sims }) => total + sims, 0),
})
