import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getSimHistory, getSimHours, getSimPositions, getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { SIM_POSITIONS_MAX } from '#domain/sim-positions.ts'
import { daysBefore } from '#domain/time.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { usageAsOf } from '#server/records/usage-as-of.ts'
import { townsAround } from './towns-around.ts'

/** Days of usage that a SIM's page shows. */
const USAGE_DAYS = 90
const HISTORY_ROWS = 200
const HOURS = 24

/** A SIM with the reader's companies that have or had it: each keeps the usage and history of its time. */
interface KeptSim {
  readonly iccid: string
  readonly companies: readonly number[]
}

/** Undefined when no company of the reader has or had the SIM. */
export async function findKeptSim(ctx: Ctx, iccid: string): Promise<KeptSim | undefined> {
  const scope = scopeOf(ctx.actor)
  const hasIt = sql`r.iccid = ${iccid} AND ${inScope(scope, sql`r.company_id`)}`
  const hadIt = sql`f.iccid = ${iccid} AND ${inScope(scope, sql`f.company_id`)}`
  const { rows } = await sql<{ companyId: number }>`
    SELECT company_id AS "companyId" FROM sim_registry r WHERE ${hasIt}
    UNION SELECT company_id FROM sim_former_companies f WHERE ${hadIt}`.execute(ctx.db)
  return rows.length === 0 ? undefined : { iccid, companies: rows.map(({ companyId }) => companyId) }
}

export async function simUsage(ctx: Ctx, { iccid, companies }: KeptSim): Promise<CallData<typeof getSimUsage>> {
  const since = daysBefore(ctx.now, USAGE_DAYS).toISOString().slice(0, 10)
  const rows = await ctx.db
    .selectFrom('usage_days')
    .select(({ fn }) => ['day', fn.sum<number>('data_bytes').as('dataBytes')])
    .select(({ fn }) => [fn.sum<number>('voice_seconds').as('voiceSeconds'), fn.sum<number>('sms').as('sms')])
    .where('company_id', 'in', companies)
    .where('iccid', '=', iccid)
    .where('day', '>=', since)
    .groupBy('day')
    .orderBy('day')
    .execute()
  const days = rows.map(({ day, dataBytes, voiceSeconds, sms }) => {
    return { day, dataBytes: Number(dataBytes), voiceSeconds: Number(voiceSeconds), sms: Number(sms) }
  })
  return { days, usageAsOf: await usageAsOf(ctx), asOf: ctx.now.toISOString() }
}

/** Where a SIM was in the last days, as its companies of the time have it. */
export async function simPositions(
  ctx: Ctx,
  { iccid, companies }: KeptSim,
  days: number,
): Promise<CallData<typeof getSimPositions>> {
  const rows = await ctx.db
    .selectFrom('sim_positions')
    .select(['at', 'latitude', 'longitude'])
    .where('company_id', 'in', companies)
    .where('iccid', '=', iccid)
    .where('at', '>', daysBefore(ctx.now, days))
    .orderBy('at', 'desc')
    .limit(SIM_POSITIONS_MAX)
    .execute()
  const placed = rows.reverse().map(async ({ at, latitude, longitude }) => {
    const [nearest] = await townsAround(longitude, latitude)
    return { at: at.toISOString(), latitude, longitude, town: nearest ?? null }
  })
  return { positions: await Promise.all(placed), asOf: ctx.now.toISOString() }
}

/** Data by hour of one day, for the hours on record. */
export async function simHours(ctx: Ctx, { iccid, companies }: KeptSim, day: string): Promise<CallData<typeof getSimHours>> {
  const rows = await ctx.db
    .selectFrom('usage_days')
    .select(['data_bytes as bytes', 'hour_data_bytes as hours'])
    .where('company_id', 'in', companies)
    .where('iccid', '=', iccid)
    .where('day', '=', day)
    .execute()
  const hours = Array.from({ length: HOURS }, (_, hour) => rows.reduce((sum, row) => sum + (row.hours?.[hour] ?? 0), 0))
  const known = hours.reduce((sum, bytes) => sum + bytes, 0)
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const restBytes = Math.max(0, total - known)
  return { hours, restBytes, usageAsOf: await usageAsOf(ctx), asOf: ctx.now.toISOString() }
}

/** @param kinds of events; undefined for all */
export async function simHistory(
  ctx: Ctx,
  { iccid, companies }: KeptSim,
  kinds: readonly string[] | undefined,
): Promise<CallData<typeof getSimHistory>> {
  const rows = await ctx.db
    .selectFrom('sim_events as e')
    .select(['at', 'kind', 'from_status', 'to_status', 'actor'])
    .select(detailFor(ctx).as('detail'))
    .where('company_id', 'in', companies)
    .where('iccid', '=', iccid)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(HISTORY_ROWS)
    .execute()
  return rows.filter(isVisible).map((row) => ({
    at: row.at.toISOString(),
    kind: row.kind,
    fromStatus: row.from_status,
    toStatus: row.to_status,
    actor: row.actor,
    detail: row.detail,
  }))
}

interface Moment {
  readonly kind: string
  readonly at: Date
}

/** A move is in both companies' timelines; a reader of both gets it once. */
function isVisible({ kind, at }: Moment, n: number, rows: readonly Moment[]): boolean {
  const later = rows[n - 1]
  return kind !== 'company_changed' || later?.kind !== kind || later.at.getTime() !== at.getTime()
}

/** An event's details, without the target company for readers who may not see it. */
function detailFor(ctx: Ctx) {
  const company = sql`c.company_id = (e.detail ->> 'company')::int AND ${inScope(scopeOf(ctx.actor), sql`c.company_id`)}`
  return sql<Record<string, unknown>>`
    CASE WHEN e.kind <> 'company_changed' OR EXISTS (SELECT FROM companies c WHERE ${company}) THEN e.detail
      ELSE e.detail - 'company' END`
}
