import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Ctx } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'
import { type SimKey, simKey } from '#server/records/sim-key.ts'

/** A SIM at its company: a SIM that moves to another company ends the feed, and is found there. */
export interface SimTopic extends SimKey {
  /** of the cell that has it */
  readonly db: Database
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
  return row && { companyId: row.company_id, iccid, db: ctx.db }
}

/** The live feed of SIMs: for each cell one statement over all subscribed keys, however many readers there are. */
export function createSimFeed(log: Pick<Logger, 'error'>): LiveFeed<SimTopic, SimVersion> {
  const versionsIn = async (db: Database, topics: readonly SimKey[]) => {
    const { rows } = await sql<SimKey & SimVersion>`
      SELECT s.company_id AS "companyId", s.iccid, ${simVersion} AS version
      FROM unnest(${topics.map(({ companyId }) => companyId)}::int[], ${topics.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid`.execute(db)
    return rows
  }
  const poll = async (topics: readonly SimTopic[]): Promise<Snapshot<SimVersion>[]> => {
    const byCell = Map.groupBy(topics, ({ db }) => db)
    const answers = await Promise.all([...byCell].map(([db, own]) => versionsIn(db, own)))
    const versions = new Map(answers.flat().map((row) => [simKey(row), row.version]))
    return topics.map((sim) => {
      const version = versions.get(simKey(sim)) ?? ''
      return { version, value: { version } }
    })
  }
  return new LiveFeed({ keyOf: simKey, poll, log })
}
