import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { makeCell } from '#server/cells/make-cell.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { administer, withDatabase } from './postgres-admin.ts'
import { removeStaleFolders } from './stale-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: { adminUrl: string; template: string; schema: string }
  }
}

const PREFIX = 'enlace-test-'

type Server = { adminUrl: string; stop: (isKept: boolean) => Promise<void> }

/** One PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.ENLACE_TEST_DATABASE_URL
  const server = given ? { adminUrl: given, stop: async () => undefined } : await ownServer()
  const template = `enlace_test_${randomBytes(4).toString('hex')}`
  await administer(server.adminUrl, `CREATE DATABASE ${template}`)
  await migrate(withDatabase(server.adminUrl, template))
  await fillCell(withDatabase(server.adminUrl, template))
  project.provide('testPostgres', { adminUrl: server.adminUrl, template, schema: TEST_SCHEMA })
  return async () => {
    await administer(server.adminUrl, `DROP DATABASE ${template}`)
    const kept = await databasesLike(server.adminUrl, `${template}_%`)
    if (kept.length > 0) console.log(`Databases kept from failed tests: ${kept.join(', ')}`)
    await server.stop(kept.length > 0)
  }
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
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const stop = async (isKept: boolean): Promise<void> => {
    await postgres.stop()
    if (isKept) console.log(`Their files: ${join(dataDir, 'postgres')}`)
    else rmSync(dataDir, { recursive: true })
  }
  return { adminUrl: postgres.connectionString, stop }
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
