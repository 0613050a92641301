import type { Pool } from 'pg'
import type { SimListQuery } from '#contract/sims/sims.calls.ts'
import { loadConfig } from '#server/config.ts'
import type { Actor, Ctx } from '#server/context.ts'
import { createDatabase } from '#server/db/database.ts'
import { type Pipeline, pipelined, type RawRow, type Statement } from '#server/db/pipeline.ts'
import { listSimPage } from '#server/features/sims/list/list-sims.queries.ts'
import { loadActor } from '#server/http/actor.ts'
import { ACTOR_NAMES, ACTORS, type ActorName } from './fleet/actors.ts'
import type { SampledPage } from './page-requests.ts'

export async function actorOf(pool: Pool, name: ActorName): Promise<Actor> {
  const { rows } = await pool.query<{ user_id: number }>('SELECT user_id FROM users WHERE email = $1', [ACTORS[name].email])
  return loadActor({ db: createDatabase(pool) }, rows[0]?.user_id ?? 0)
}

/** Statements that go out together, and what goes out after they were answered. */
export type Trips = readonly (readonly Statement[])[]

/** Records the portal's statements for a page: its own code, with a pool that records them. */
export async function createListener(pool: Pool): Promise<(request: SampledPage) => Promise<Trips>> {
  const actors = new Map(await Promise.all(ACTOR_NAMES.map(async (name) => [name, await actorOf(pool, name)] as const)))
  let recorded: (readonly Statement[])[] = []
  const listening = {
    query: (trip: Pipeline) => {
      recorded.push(trip.statements)
      return pool.query(trip)
    },
  }
  const config = loadConfig({})
  const db = createDatabase(pool)
  const listeningPool = listening as unknown as Pool
  const readableCells = [{ cellId: 1, schema: 'public', pool: listeningPool, db }]
  const cells = { arePlaced: false }
  const services = { config, cells, pool: listeningPool, db, clock: () => new Date() }
  return async ({ actor, query }) => {
    recorded = []
    await listSimPage(
      { ...services, now: new Date(), actor: actors.get(actor), readableCells } as unknown as Ctx,
      query as SimListQuery & { limit: number },
    )
    return recorded
  }
}

/** The same statements by pg alone: the rows that the last one gives. */
export async function runBare(pool: Pool, trips: Trips): Promise<readonly RawRow[]> {
  let rows: readonly RawRow[] = []
  for (const statements of trips) rows = (await pipelined(pool, statements)).at(-1) ?? []
  return rows
}
