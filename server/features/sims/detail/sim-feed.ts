import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Ctx, Services } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'

/** A SIM at its company: a SIM that moves to another company ends the feed, and is found there. */
export interface SimTopic {
  readonly companyId: number
  readonly iccid: string
}
type SimVersion = { readonly version: string }

/** Differs whenever the rows of a SIM (`s` and `l` in the statement) or its timeline have changed. */
export const simVersion = sql<string>`md5(concat(s::text, l::text, (
  SELECT max(e.event_id) FROM sim_events e WHERE e.company_id = s.company_id AND e.iccid = s.iccid
)))`

/** The reader's SIM with this ICCID, as a topic. */
export async function simTopic(ctx: Ctx, iccid: string): Promise<SimTopic | undefined> {
  const row = await ctx.db
    .selectFrom('sim_registry as r')
    .select('r.company_id')
    .where('r.iccid', '=', iccid)
    .where(inScope(scopeOf(ctx.actor), sql`r.company_id`))
    .executeTakeFirst()
  return row && { companyId: row.company_id, iccid }
}

/** The live feed of SIMs: one statement over all subscribed keys, however many readers there are. */
export function createSimFeed({ db }: Pick<Services, 'db'>, log: Pick<Logger, 'error'>): LiveFeed<SimTopic, SimVersion> {
  const keyOf = ({ companyId, iccid }: SimTopic): string => `${companyId} ${iccid}`
  const poll = async (topics: readonly SimTopic[]): Promise<Snapshot<SimVersion>[]> => {
    const { rows } = await sql<SimTopic & SimVersion>`
      SELECT s.company_id AS "companyId", s.iccid, ${simVersion} AS version
      FROM unnest(${topics.map(({ companyId }) => companyId)}::int[], ${topics.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid`.execute(db)
    const versions = new Map(rows.map((row) => [keyOf(row), row.version]))
    return topics.map((sim) => {
      const version = versions.get(keyOf(sim)) ?? ''
      return { version, value: { version } }
    })
  }
  return new LiveFeed({ keyOf, poll, log })
}
