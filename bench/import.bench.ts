import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import copyStreams from 'pg-copy-streams'
import { migrate } from '#server/db/migrate.ts'
import { type Figure, figure, percent } from './figure.ts'
import { CACHE, FLEET_SIZE } from './fleet/fleet-database.ts'
import { inventoryLines } from './fleet/inventory-file.ts'
import { loadReferences, withIndexesLast } from './fleet/load-fleet.ts'
import { residentMiB } from './server-process.ts'
import type { Stand } from './stand.ts'
import { timed } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(CACHE, 'inventory.csv')
const MEMORY_MIB = 400
const SAMPLE_MS = 100
/** What the importer writes a row of for each SIM, in the order in which the one needs the other. */
const TABLES = ['sim_registry', 'sims', 'sim_texts', 'sim_live', 'sim_events'] as const

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** An empty fleet beside the prepared one: companies, plans and people, no SIM. */
async function emptyFleet(stand: Stand, name: string): Promise<string> {
  await stand.pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await stand.pool.query(`CREATE DATABASE ${name}`)
  const url = new URL(stand.databaseUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  await withClient(url.href, loadReferences)
  return url.href
}

/** Runs the importer as one runs it by hand; answers how long it took and the most memory that it held. */
async function runImporter(databaseUrl: string): Promise<{ seconds: number; peak: number }> {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, ['server/import-inventory.ts', FILE, '--skip-bad'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  let peak = 0
  const timer = setInterval(() => {
    if (child.pid !== undefined && child.exitCode === null) peak = Math.max(peak, residentMiB(child.pid))
  }, SAMPLE_MS)
  const seconds = (await timed(() => new Promise((resolve) => child.once('exit', resolve)))) / 1000
  clearInterval(timer)
  return { seconds, peak }
}

/** The columns of a table that can be written. */
async function columnsOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}

const fileOf = (table: string): string => join(CACHE, `${table}.copy`)

async function keepRows(client: Client, table: string): Promise<void> {
  const source = client.query(copyStreams.to(`COPY ${table} (${await columnsOf(client, table)}) TO STDOUT`))
  await pipeline(source, createWriteStream(fileOf(table)))
}

/** COPY of the rows that the importer has written into the same tables with the same rules. */
async function copyRows(client: Client, table: string): Promise<void> {
  const target = client.query(copyStreams.from(`COPY ${table} (${await columnsOf(client, table)}) FROM STDIN`))
  await pipeline(createReadStream(fileOf(table)), target)
}

/** An inventory file of as many lines as the fleet has SIMs, through the importer, beside COPY of what comes out with the indexes made last. */
export async function benchImport(stand: Stand): Promise<Figure[]> {
  await pipeline(Readable.from(inventoryLines(FLEET_SIZE)), createWriteStream(FILE))
  const target = await emptyFleet(stand, 'bench_import')
  const { seconds, peak } = await runImporter(target)
  const written = await withClient(target, async (client) => {
    for (const table of TABLES) await keepRows(client, table)
    return (await client.query<{ sims: number }>('SELECT count(*)::int AS sims FROM sims')).rows[0]?.sims ?? 0
  })
  await stand.pool.query('DROP DATABASE bench_import WITH (FORCE)')
  const bare = await emptyFleet(stand, 'bench_copy')
  const copySeconds = await withClient(bare, async (client) => {
    const all = async (): Promise<void> => {
      for (const table of TABLES) await copyRows(client, table)
    }
    return (await timed(() => withIndexesLast(client, TABLES, all))) / 1000
  })
  await stand.pool.query('DROP DATABASE bench_copy WITH (FORCE)')
  for (const table of TABLES) rmSync(fileOf(table))
  rmSync(FILE)
  return [
    figure({
      name: `import: ${FLEET_SIZE} lines, ${written} SIMs written`,
      value: `${seconds.toFixed(1)} s`,
      limit: `${copySeconds.toFixed(1)} s COPY, then the indexes`,
      ratio: percent(copySeconds / seconds),
      goal: '≥ 33 % of its speed',
      reached: copySeconds / seconds >= 1 / 3 && written > FLEET_SIZE * 0.9,
    }),
    figure({
      name: 'import: memory of the importer',
      value: `${peak.toFixed(0)} MiB`,
      limit: `${MEMORY_MIB} MiB`,
      ratio: percent(peak / MEMORY_MIB),
      goal: `< ${MEMORY_MIB} MiB`,
      reached: peak > 0 && peak < MEMORY_MIB,
    }),
  ]
}
