import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender, type RadiusSender, sendRecord } from '#server/ingest/radius/sender.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, type Fleet, type FleetUser, PASSWORD, type TestSim } from '#test/fleet.ts'
import { type LiveStream, openStream } from '#test/live-stream.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'

const KEY = randomBytes(32)
const SECRET = 'enlace-demo'
const MB = 1_048_576
const API_KEY = { 'x-api-key': 'enlace-web' }
/** a minute ago: what is reported of it is over */
const STARTED_MS = Date.now() - 60_000
const folder = mkdtempSync(join(tmpdir(), 'enlace-live-'))

let database: TestDatabase
let db: Database
let fleet: Fleet
/** one process answers people, another takes usage in */
let web: TestServerProcess
let ingest: TestServerProcess
let sender: RadiusSender

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

const start = (role: 'web' | 'ingest', radiusPort: number): TestServerProcess =>
  startProcess({
    ROLE: role,
    PORT: '0',
    RADIUS_PORT: String(radiusPort),
    SEED: 'none',
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    SECRET_KEY: KEY.toString('hex'),
    LOG_LEVEL: role === 'web' ? 'info' : 'error',
  })

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.pool)
  const now = new Date()
  fleet = await createFleet(db, now)
  // the fleet's own sessions are younger than those of this test, and would be shown instead
  await db.updateTable('sim_live').set({ connection_started_at: null }).execute()
  const client = { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }
  await db.transaction().execute((trx) => addClient(trx, createSecretBox(KEY), client, now))
  const radiusPort = await freePort()
  web = start('web', radiusPort)
  ingest = start('ingest', radiusPort)
  sender = await openSender({
    host: '127.0.0.1',
    port: radiusPort,
    secret: Buffer.from(SECRET),
    maxAttempts: 200,
    timeoutMs: 250,
  })
})
afterAll(async () => {
  await sender.close()
  for (const { child } of [web, ingest]) child.kill('SIGKILL')
  await Promise.all([web.ended, ingest.ended])
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function headersOf(person: FleetUser): Promise<Record<string, string>> {
  const response = await fetch(`${await web.address}/api/users/session/`, {
    method: 'POST',
    headers: { ...API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email: fleet.people[person].email, password: PASSWORD }),
  })
  return { ...API_KEY, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

type VersionEvent = { readonly version: string }
const follow = async <T>(path: string, person: FleetUser): Promise<LiveStream<T>> =>
  openStream<T>(`${await web.address}/api${path}`, await headersOf(person))

const report = (sim: TestSim, seconds: number, bytes: number): UsageRecord => ({
  kind: seconds === 0 ? 'started' : 'updated',
  clientId: 0,
  nas: 'pgw-1',
  imsi: sim.imsi,
  sessionKey: `L-${sim.iccid}`,
  atMs: STARTED_MS + seconds * 1000,
  hasSourceClock: true,
  seconds,
  inputBytes: 0,
  outputBytes: bytes,
  facts: { apn: 'iot.test', ip: '10.99.0.2' },
  fingerprint: '',
})

/** An active SIM of Andes without an open session. */
function quietSim(): TestSim {
  const sim = fleet.sims.find(({ companyId, status, gprs }) => companyId === COMPANIES.andes && status === 2 && gprs !== 1)
  if (!sim) throw new Error('no such SIM')
  return sim
}

test('a SIM and the dashboard change when another process counts usage; a burst is sent once a second', async () => {
  const sim = quietSim()
  const page = await follow<VersionEvent>(`/sim/events/${sim.iccid}`, 'ana')
  const dashboard = await follow<DashboardData>('/dashboard/events', 'ana')
  const [{ version }, { totalConnected }] = await Promise.all([page.find(() => true), dashboard.find(() => true)])
  const headers = await headersOf('ana')
  const read = async (): Promise<{ version: string; monthlyDataConsumption: number }> => {
    const response = await fetch(`${await web.address}/api/sim/${sim.iccid}`, { headers })
    const { data } = (await response.json()) as { data: { version: string; monthlyDataConsumption: number } }
    return data
  }
  expect((await read()).version).toBe(version)

  await sendRecord(sender, report(sim, 0, 0))
  await page.find((snapshot) => snapshot.version !== version)
  await dashboard.find((snapshot) => snapshot.totalConnected === totalConnected + 1)

  const [before, began] = [page.events.length, performance.now()]
  for (let n = 1; n <= 40; n++) await sendRecord(sender, report(sim, n, n * 10 * MB))
  await expect.poll(async () => (await read()).monthlyDataConsumption).toBe(sim.cycleBytes + 400 * MB)
  const seconds = (performance.now() - began) / 1000
  expect(page.events.length - before).toBeLessThanOrEqual(seconds + 1)
  page.leave()
  dashboard.leave()
})

test('a SIM of another tenant cannot be followed', async () => {
  const { status } = await follow(`/sim/events/${quietSim().iccid}`, 'flota')
  expect(status).toBe(404)
})

test('a SIM that leaves its company ends the feed', async () => {
  const { iccid, companyId } = quietSim()
  const page = await follow<VersionEvent>(`/sim/events/${iccid}`, 'ana')
  await page.find(({ version }) => version !== '')
  await db.deleteFrom('sim_registry').where('company_id', '=', companyId).where('iccid', '=', iccid).execute()
  await db.deleteFrom('sims').where('company_id', '=', companyId).where('iccid', '=', iccid).execute()
  await page.find(({ version }) => version === '')
  page.leave()
})

test('a server that is stopped ends the streams, and the next one goes on', async () => {
  const path = `/sim/events/${fleet.sims.findLast(({ companyId }) => companyId === COMPANIES.andes)?.iccid}`
  const page = await follow<VersionEvent>(path, 'ana')
  const operations = await follow('/operations/events', 'ana')
  const { version } = await page.find(() => true)
  web.child.kill('SIGTERM')
  expect(await web.ended).toMatchObject({ code: 0, stderr: '' })
  await expect.poll(() => [page.isOver(), operations.isOver()]).toEqual([true, true])
  web = start('web', 0)
  const again = await follow<VersionEvent>(path, 'ana')
  expect(await again.find(() => true)).toEqual({ version })
  again.leave()
})
