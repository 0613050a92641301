import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { loadFleet } from './load-fleet.ts'

const ROOT = join(import.meta.dirname, '../..')
export const CACHE = join(ROOT, 'bench/.cache')
/** Fewer for a quick run; the goals are meant for a million. */
export const FLEET_SIZE = Number(process.env.ENLACE_BENCH_SIMS ?? 1_000_000)

/** Changes with everything that the prepared database depends on: schema, fleet, size, and the month of its billing cycle. */
function cacheKey(): string {
  const hash = createHash('sha256').update(`${FLEET_SIZE} ${new Date().toISOString().slice(0, 7)}`)
  for (const folder of ['database/migrations', 'bench/fleet']) {
    for (const file of readdirSync(join(ROOT, folder)).sort()) hash.update(readFileSync(join(ROOT, folder, file)))
  }
  return `fleet-${FLEET_SIZE}-${hash.digest('hex').slice(0, 12)}`
}

async function prepare(folder: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const begin = performance.now()
  const note = (text: string): void =>
    console.error(`  preparing ${FLEET_SIZE} SIMs: ${text} (${Math.round((performance.now() - begin) / 1000)} s)`)
  const postgres = await startEmbeddedPostgres({ dataDir: draft, durable: false })
  try {
    await migrate(postgres.connectionString)
    const client = new Client({ connectionString: postgres.connectionString })
    await client.connect()
    await loadFleet(client, FLEET_SIZE, note)
    await client.end()
  } finally {
    await postgres.stop()
  }
  renameSync(draft, folder)
}

/** Drops prepared databases of the same size that nothing fits any more. */
function dropStale(key: string): void {
  const stale = readdirSync(CACHE).filter((name) => name.startsWith(`fleet-${FLEET_SIZE}-`) && name !== key)
  for (const name of stale) rmSync(join(CACHE, name), { recursive: true })
}

/** The prepared fleet, made on the first run and kept, running with the settings of the product. */
export async function startFleet(): Promise<EmbeddedPostgres> {
  const key = cacheKey()
  const folder = join(CACHE, key)
  mkdirSync(CACHE, { recursive: true })
  dropStale(key)
  if (!existsSync(folder)) await prepare(folder)
  return startEmbeddedPostgres({ dataDir: folder })
}
