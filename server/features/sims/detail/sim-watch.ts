import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Ctx, Services } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'

/** A SIM at its company: one that moves to another has left, and who may still see it finds it there. */
export interface WatchedSim {
  readonly companyId: number
  readonly iccid: string
}
type Told = { readonly version: string }

/** Differs after whatever changed in the rows of a SIM (`s` and `l` in the statement) or was put into its timeline. */
export const simVersion = sql<string>`md5(concat(s::text, l::text, (
  SELECT max(e.event_id) FROM sim_events e WHERE e.company_id = s.company_id AND e.iccid = s.iccid
)))`

/** The SIM of the reader's companies that has this ICCID, to be watched. */
export async function watchedSim(ctx: Ctx, iccid: string): Promise<WatchedSim | undefined> {
  const row = await ctx.db
    .selectFrom('sim_registry as r')
    .select('r.company_id')
    .where('r.iccid', '=', iccid)
    .where(inScope(scopeOf(ctx.actor), sql`r.company_id`))
    .executeTakeFirst()
  return row && { companyId: row.company_id, iccid }
}

/** Watches SIMs: however many people look at however many of them, it is one statement over their keys. */
export function watchSims({ db }: Pick<Services, 'db'>, log: Pick<Logger, 'error'>): LiveFeed<WatchedSim, Told> {
  const keyOf = ({ companyId, iccid }: WatchedSim): string => `${companyId} ${iccid}`
  const look = async (wanted: readonly WatchedSim[]): Promise<Snapshot<Told>[]> => {
    const { rows } = await sql<WatchedSim & Told>`
      SELECT s.company_id AS "companyId", s.iccid, ${simVersion} AS version
      FROM unnest(${wanted.map(({ companyId }) => companyId)}::int[], ${wanted.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid`.execute(db)
    const versions = new Map(rows.map((row) => [keyOf(row), row.version]))
    return wanted.map((sim) => {
      const version = versions.get(keyOf(sim)) ?? ''
      return { version, value: { version } }
    })
  }
  return new LiveFeed({ keyOf, poll: look, log })
}
