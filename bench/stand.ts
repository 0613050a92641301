import type { Pool } from 'pg'
import { createPool } from '#server/db/pool.ts'
import { logIn, type PortalClient } from './client.ts'
import { ACTORS, type ActorName, PASSWORD } from './fleet/actors.ts'
import { startFleet } from './fleet/fleet-database.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** The fleet and a portal on it in a process of its own, started when first asked for. */
export interface Stand {
  readonly databaseUrl: string
  readonly pool: Pool
  readonly server: ServerProcess
  readonly clientFor: (actor: ActorName) => Promise<PortalClient>
  readonly close: () => Promise<void>
}

/** Ports from here on are used, on 127.0.0.1. */
export const PORT = Number(process.env.ENLACE_BENCH_PORT ?? 3220)

/** Reads the fleet into the database's memory, where a portal that has been at work for a while has it. */
async function warm(pool: Pool): Promise<void> {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_prewarm')
  await pool.query(`
    SELECT sum(pg_prewarm(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND relpages > 0`)
}

export async function createStand(): Promise<Stand> {
  const postgres = await startFleet()
  const server = await startServer('server/main.ts', PORT, { DATABASE_URL: postgres.connectionString, SEED: 'none' })
  const pool = createPool({ connectionString: postgres.connectionString, max: 4, applicationName: 'bench' })
  await warm(pool)
  const clients = new Map<ActorName, Promise<PortalClient>>()
  return {
    databaseUrl: postgres.connectionString,
    pool,
    server,
    clientFor: (actor) => {
      const known = clients.get(actor) ?? logIn(PORT, ACTORS[actor].email, PASSWORD)
      clients.set(actor, known)
      return known
    },
    close: async () => {
      await server.stop()
      await pool.end()
      await postgres.stop()
    },
  }
}
