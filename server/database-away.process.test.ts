import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { massHibernation, massReactivation } from '#contract/operations/mass-actions.calls.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { type CutConnection, openCutConnection } from '#test/cut-connection.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, PASSWORD } from '#test/fleet.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-away-'))
const SIMS = 200

let database: TestDatabase
let connection: CutConnection
let db: Database
let server: TestServerProcess
let headers: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  connection = await openCutConnection(database.connectionString)
  db = createDatabase(database.pool)
  const fleet = await createFleet(db, new Date(), { [COMPANIES.andes]: SIMS })
  await ensureNetworks(db, new Date())
  const settings = JSON.stringify({ faults: { latencyMs: [40, 60] } })
  await db.updateTable('networks').set({ settings, max_in_flight: 4 }).execute()
  server = startProcess({
    ...{ PORT: '0', RADIUS_PORT: '0', SEED: 'none', DATA_DIR: folder, DATABASE_URL: connection.connectionString },
  })
  const address = await server.address
  headers = { 'x-api-key': 'enlace-web', 'content-type': 'application/json' }
  const body = JSON.stringify({ email: fleet.people.admin.email, password: PASSWORD })
  const login = await fetch(`${address}/api/users/session/`, { method: 'POST', headers, body })
  headers.cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await connection.cut()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, body?: object): Promise<Response> {
  return fetch(`${await server.address}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
}

async function operate({ path }: { path: string }, status: number): Promise<number> {
  const filter = { companyIds: [COMPANIES.andes], administrativeStatusIds: [status] }
  const answer = await ask(`/api${path}`, { filter })
  return ((await answer.json()) as { data: { operationId: number } }).data.operationId
}

const stateOf = async (operationId: number): Promise<string> =>
  (await db.selectFrom('operations').select('state').where('operation_id', '=', operationId).executeTakeFirstOrThrow()).state

const failedLines = async (): Promise<number> =>
  (await db.selectFrom('operation_items').select('iccid').where('state', '=', 'failed').execute()).length

test('while the database is away calls get 503 with Retry-After; afterwards everything goes on', async () => {
  const first = await operate(massHibernation, 2)
  await expect
    .poll(() => db.selectFrom('operation_items').select('iccid').where('state', '=', 'succeeded').executeTakeFirst())
    .toBeDefined()
  await connection.cut()
  for (const path of ['/api/dashboard', '/api/operations']) {
    const answer = await ask(path)
    expect(answer.status, path).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ status: false, code: 'unavailable' })
  }
  expect((await ask(`/api${massReactivation.path}`, { filter: {} })).status).toBe(503)
  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
  await connection.restore()
  expect((await ask('/readyz')).status).toBe(200)
  await expect.poll(() => stateOf(first)).toBe('finished')
  const second = await operate(massReactivation, 11)
  await expect.poll(() => stateOf(second)).toBe('finished')
  expect(await failedLines()).toBe(0)
  expect(server.child.exitCode).toBe(null)
})
