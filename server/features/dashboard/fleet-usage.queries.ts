import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { FleetUsage, getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import { addDays, cycleBefore } from '#domain/days.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { sumByKey, sumSame } from '#server/cells/merge.ts'
import type { Actor, Ctx, Services } from '#server/context.ts'
import { type CompanyScope, inScope, inTreeOf, keyOf } from '#server/db/scope.ts'
import { cachedFor } from '#server/records/cached-for.ts'
import { scopeOfCompany } from '#server/records/company-tree.ts'

/** 30 days and the 30 before them. */
const DAYS_AT_LEAST = 60
/** Of thousands of companies, sums take some 50 ms; an open page asks again after a minute. */
const MAX_AGE_MS = MINUTE_MS / 2

type Source = Pick<Services, 'db' | 'pool' | 'clock'>

/** The data of the reader's SIMs, or of one company's or tree's, by day, and how many were connected over the last day. */
export async function fleetUsage(ctx: Ctx, query: CallInput<typeof getFleetUsage>['query']): Promise<FleetUsage> {
  const { now, actor } = ctx
  const { company } = query
  const { cycleAnchorDay, timeZone } = company === undefined ? actor : await calendarOf(ctx, company)
  const cycle = billingCycleAt(now, cycleAnchorDay, timeZone)
  const previousCycle = cycleBefore(cycle)
  const today = localDay(now, timeZone)
  const first = [previousCycle.start, addDays(today, 1 - DAYS_AT_LEAST)].sort()[0] ?? today
  const scope = await scopeOfCompany(ctx, query)
  const [days, connected] = await Promise.all([
    fromEachCell(ctx, (cell) => recentDays(cell, scope, first)),
    fromEachCell(ctx, (cell) => recentConnected(cell, scope, new Date(now.getTime() - DAY_MS))),
  ])
  const bytes = sumByKey(days.flat().map(({ day, total }) => [day, total]))
  const samples = sumSame(connected, ({ at }) => at.toISOString(), ['total']).sort((a, b) => a.at.getTime() - b.at.getTime())
  return {
    days: daysFrom(first, today).map((day) => ({ day, dataBytes: Math.max(0, bytes.get(day) ?? 0) })),
    connected: samples.map(({ at, total }) => ({ at: at.toISOString(), sims: total })),
    cycle,
    previousCycle,
    asOf: now.toISOString(),
  }
}

/** The cycle of a company; of one that the reader does not see, which has no days, the reader's own. */
async function calendarOf({ db, actor }: Ctx, company: number): Promise<Pick<Actor, 'cycleAnchorDay' | 'timeZone'>> {
  const found = await db
    .selectFrom('companies as c')
    .select(['c.cycle_anchor_day as cycleAnchorDay', 'c.time_zone as timeZone'])
    .where('c.company_id', '=', company)
    .where(inTreeOf(actor, sql`c.lineage`))
    .executeTakeFirst()
  return found ?? actor
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

interface DayRow {
  readonly day: string
  readonly total: number
}

function recentDays(cell: Source, scope: CompanyScope, first: string): Promise<DayRow[]> {
  return cachedFor(cell, { key: `days from ${first} of ${keyOf(scope)}`, maxAgeMs: MAX_AGE_MS }, async () => {
    const { rows } = await sql<DayRow>`
      SELECT t.day, sum(t.data_bytes)::bigint AS total FROM usage_day_tallies t
      WHERE ${inScope(scope, sql`t.company_id`)} AND t.day >= ${first}::date GROUP BY 1 ORDER BY 1`.execute(cell.db)
    return rows
  })
}

interface SampleRow {
  readonly at: Date
  readonly total: number
}

function recentConnected(cell: Source, scope: CompanyScope, since: Date): Promise<SampleRow[]> {
  return cachedFor(cell, { key: `connected of ${keyOf(scope)}`, maxAgeMs: MAX_AGE_MS }, async () => {
    const { rows } = await sql<SampleRow>`
      SELECT c.at, sum(c.sims)::int AS total FROM connected_samples c
      WHERE ${inScope(scope, sql`c.company_id`)} AND c.at >= ${since} GROUP BY 1 ORDER BY 1`.execute(cell.db)
    return rows
  })
}
