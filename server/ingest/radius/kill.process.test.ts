import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '#server/db/database.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createFleet, type TestSim } from '#test/fleet.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { addClient } from './save-client.ts'
import { openSender, sendRecord } from './sender.ts'

const SECRET = 'enlace-demo'
const KEY = randomBytes(32)
const ROUNDS = 75
const KILLS = 3

let database: TestDatabase
let db: Database
let sims: readonly TestSim[]
const folder = mkdtempSync(join(tmpdir(), 'enlace-kill-'))
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.pool)
  const now = new Date()
  sims = (await createFleet(db, now)).sims.filter(({ status }) => status === 2)
  // the fleet's own sessions are younger than those of this test, and would be shown instead
  await db.updateTable('sim_live').set({ connection_started_at: null }).execute()
  const client = { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }
  await db.transaction().execute((trx) => addClient(trx, createSecretBox(KEY), client, now))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

/** The report of a gateway about a SIM in a round. */
function report(sim: TestSim, round: number, startMs: number): UsageRecord {
  return {
    kind: round === 0 ? 'started' : round === ROUNDS ? 'stopped' : 'updated',
    clientId: 0,
    nas: 'pgw-1',
    imsi: sim.imsi,
    sessionKey: `K-${sim.iccid}`,
    atMs: startMs + round * 10_000,
    hasSourceClock: true,
    seconds: round * 10,
    inputBytes: round * 1_000,
    outputBytes: round * 9_001,
    facts: { apn: 'iot.test', ip: '10.99.0.2' },
    fingerprint: '',
    ...(round === ROUNDS && { endCause: 'device' }),
  }
}

test('a process killed under load loses no record and counts none twice', async () => {
  const port = await freePort()
  const env = {
    ROLE: 'ingest',
    SEED: 'none',
    RADIUS_PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    SECRET_KEY: KEY.toString('hex'),
    LOG_LEVEL: 'error',
  }
  let server: TestServerProcess = startProcess(env)
  const sender = await openSender({ host: '127.0.0.1', port, secret: Buffer.from(SECRET), maxAttempts: 1_000, timeoutMs: 250 })
  const startMs = Math.floor(Date.now() / 1000) * 1000 - ROUNDS * 10_000
  let answered = 0
  const send = async (sim: TestSim): Promise<void> => {
    for (let round = 0; round <= ROUNDS; round++) {
      await sendRecord(sender, report(sim, round, startMs))
      answered++
    }
  }
  const sending = Promise.all(sims.map(send))
  const total = sims.length * (ROUNDS + 1)
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan((total * kill) / (KILLS + 1))
    server.child.kill('SIGKILL')
    await server.ended
    server = startProcess(env)
  }
  await sending
  await sender.close()
  const queued = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT (SELECT count(*) FROM usage_batches)::int + (SELECT count(*) FROM live_changes)::int AS count',
    )
    return rows[0]?.count ?? -1
  }
  await expect.poll(queued).toBe(0)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  const bytes = ROUNDS * 10_001
  const { rows: days } = await database.pool.query<{ iccid: string; bytes: number; hours: number }>(
    `SELECT iccid, sum(data_bytes)::float8 AS bytes, sum((SELECT sum(h) FROM unnest(hour_data_bytes) h))::float8 AS hours
     FROM usage_days GROUP BY 1`,
  )
  expect(days.map(({ iccid }) => iccid).sort()).toEqual(sims.map(({ iccid }) => iccid).sort())
  for (const day of days) expect(day).toMatchObject({ bytes, hours: bytes })
  const { rows: sessions } = await database.pool.query(
    "SELECT iccid FROM data_sessions WHERE stopped_at IS NOT NULL AND end_cause = 'device' AND data_bytes = $1",
    [bytes],
  )
  expect(sessions).toHaveLength(sims.length)
  const { rows: records } = await database.pool.query<{ count: number; bytes: number }>(
    'SELECT count(*)::int AS count, sum(used_bytes)::float8 AS bytes FROM usage_records',
  )
  expect(records).toEqual([{ count: total, bytes: bytes * sims.length }])
  const { rows: live } = await database.pool.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM sim_live WHERE gprs_status = 1 AND iccid = ANY($1)',
    [sims.map(({ iccid }) => iccid)],
  )
  expect(live).toEqual([{ open: 0 }])
})
