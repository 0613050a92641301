import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { FIRST_CELL } from '#server/cell-administration/distribute.ts'
import { makeCell } from '#server/cells/make-cell.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { closeTemplate, distribute, joinNodes, nodesOf } from './citus.ts'
import { DATABASE_MEMORY_MB } from './database-memory.ts'
import { administer, withDatabase } from './postgres-admin.ts'
import { removeStaleFolders } from './stale-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * `nodeUrls`: of all machines on which each test database is; one, unless they run on a cluster.
     * `schema`: of the cell of all companies; `firstSchema`: of the other one
     */
    testPostgres: { adminUrl: string; nodeUrls: string[]; template: string; schema: string; firstSchema: string }
  }
}

const PREFIX = 'enlace-test-'

type Server = { nodeUrls: string[]; isCluster: boolean; stop: (isKept: boolean) => Promise<void> }

/** One PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer()
  const { nodeUrls } = server
  const [adminUrl = ''] = nodeUrls
  const template = `enlace_test_${randomBytes(4).toString('hex')}`
  const url = withDatabase(adminUrl, template)
  for (const node of nodeUrls) await administer(node, `CREATE DATABASE ${template}`)
  if (server.isCluster) await joinNodes(nodeUrls, template)
  await migrate(url)
  await fillCell(url)
  if (server.isCluster) {
    await distribute(url)
    await closeTemplate(nodeUrls, template)
  }
  const firstSchema = server.isCluster ? FIRST_CELL : 'public'
  project.provide('testPostgres', { adminUrl, nodeUrls, template, schema: TEST_SCHEMA, firstSchema })
  return async () => {
    for (const node of nodeUrls) await administer(node, `DROP DATABASE ${template}`)
    const kept = await databasesLike(adminUrl, `${template}_%`)
    if (kept.length > 0) console.log(`Databases kept from failed tests: ${kept.join(', ')}`)
    await server.stop(kept.length > 0)
  }
}

/** A cluster, a server of the machine, or one for this run. */
async function testServer(): Promise<Server> {
  const stop = async (): Promise<void> => undefined
  const { CITUS_URL, ENLACE_TEST_DATABASE_URL } = process.env
  if (CITUS_URL) return { nodeUrls: await nodesOf(CITUS_URL), isCluster: true, stop }
  if (ENLACE_TEST_DATABASE_URL) return { nodeUrls: [ENLACE_TEST_DATABASE_URL], isCluster: false, stop }
  return ownServer()
}

/** Every company of a test is in a second cell: what reads outside of its company's cell finds the first, which is empty. */
const TEST_SCHEMA = 'cell2'

async function fillCell(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query('BEGIN')
    const cellId = await makeCell(client, TEST_SCHEMA)
    await client.query(`ALTER TABLE public.companies ALTER cell_id SET DEFAULT ${cellId}`)
    await client.query('UPDATE cells SET takes_new = cell_id = $1', [cellId])
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

async function ownServer(): Promise<Server> {
  removeStaleFolders(PREFIX)
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, memoryMb: DATABASE_MEMORY_MB })
  const stop = async (isKept: boolean): Promise<void> => {
    await postgres.stop()
    if (isKept) console.log(`Their files: ${join(dataDir, 'postgres')}`)
    else rmSync(dataDir, { recursive: true })
  }
  return { nodeUrls: [postgres.connectionString], isCluster: false, stop }
}

async function databasesLike(adminUrl: string, pattern: string): Promise<string[]> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname LIKE $1', [pattern])
    return rows.map((row) => row.datname)
  } finally {
    await client.end()
  }
}
