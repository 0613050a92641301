import type { Pool } from 'pg'
import { createPool } from '#server/db/pool.ts'
import { logIn, type PortalClient } from './client.ts'
import { ACTORS, type ActorName, BENCH_PASSWORD } from './fleet/actors.ts'
import { startFleet } from './fleet/fleet-database.ts'
import { type BenchServer, startServer } from './server-process.ts'

/** The fleet and a portal on it in a process of its own, started when first asked for. */
export interface Stand {
  readonly databaseUrl: string
  readonly pool: Pool
  readonly server: BenchServer
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

export interface StandOptions {
  readonly script?: string
  /** what changes the fleet works on a copy, which this makes ready before the portal starts, and which is gone afterwards */
  readonly prepareCopy?: (pool: Pool) => Promise<void>
  /** settings of the portal beside the stand's own */
  readonly env?: Record<string, string>
}

const COPY = 'bench_copy_of_fleet'

async function copyFleet(connectionString: string): Promise<string> {
  const url = new URL(connectionString)
  const fleet = url.pathname.slice(1)
  url.pathname = '/template1'
  const pool = createPool({ connectionString: url.href, max: 1, applicationName: 'bench' })
  await pool.query(`DROP DATABASE IF EXISTS ${COPY} WITH (FORCE)`)
  await pool.query(`CREATE DATABASE ${COPY} TEMPLATE "${fleet}" STRATEGY FILE_COPY`)
  await pool.end()
  url.pathname = `/${COPY}`
  return url.href
}

async function dropCopy(connectionString: string): Promise<void> {
  const pool = createPool({ connectionString, max: 1, applicationName: 'bench' })
  await pool.query(`DROP DATABASE ${COPY} WITH (FORCE)`)
  await pool.end()
}

/** The fleet without a portal on it, for work that a portal would do in the background itself. */
export async function openFleet(
  prepareCopy?: (pool: Pool) => Promise<void>,
): Promise<Pick<Stand, 'databaseUrl' | 'pool' | 'close'>> {
  const postgres = await startFleet()
  const databaseUrl = prepareCopy ? await copyFleet(postgres.connectionString) : postgres.connectionString
  const pool = createPool({ connectionString: databaseUrl, max: 4, applicationName: 'bench' })
  await prepareCopy?.(pool)
  const close = async (): Promise<void> => {
    await pool.end()
    if (prepareCopy) await dropCopy(postgres.connectionString)
    await postgres.stop()
  }
  return { databaseUrl, pool, close }
}

export async function createStand({ script = 'server/main.ts', prepareCopy, env }: StandOptions = {}): Promise<Stand> {
  const { databaseUrl, pool, close } = await openFleet(prepareCopy)
  const server = await startServer(script, PORT, { DATABASE_URL: databaseUrl, SEED: 'none', ...env })
  await warm(pool)
  const clients = new Map<ActorName, Promise<PortalClient>>()
  return {
    databaseUrl,
    pool,
    server,
    clientFor: (actor) => {
      const known = clients.get(actor) ?? logIn(PORT, ACTORS[actor].email, BENCH_PASSWORD)
      clients.set(actor, known)
      return known
    },
    close: async () => {
      await server.stop()
      await close()
    },
  }
}
