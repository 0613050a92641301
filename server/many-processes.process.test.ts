import { randomBytes, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { massHibernation, massReactivation } from '#contract/operations/mass-actions.calls.ts'
import type { OperationProgress } from '#contract/operations/operations.calls.ts'
import { editCustom } from '#contract/sims/sim-tools.calls.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { ATTRIBUTE, CODE } from '#server/ingest/radius/attributes.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender, type RadiusSender } from '#server/ingest/radius/sender.ts'
import { accountingAttributes } from '#server/ingest/radius/write-accounting.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, type Fleet, PASSWORD, type TestSim } from '#test/fleet.ts'
import { type Haproxy, hasHaproxy, startHaproxy } from '#test/haproxy.ts'
import { openStream } from '#test/live-stream.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { IS_SOAK, shareOf } from '#test/share.ts'

const KEY = randomBytes(32)
const SECRET = 'enlace-demo'
const folder = mkdtempSync(join(tmpdir(), 'enlace-many-'))
/** How long the processes are used, and the pause between one's return and the end of the next. */
const [USE_MS, KILL_MS] = [shareOf(12_000, 300_000), 1_000]
/** Each process is killed once, and the first then asked to stop: whichever a stream goes to, it is cut. */
const LEAST_KILLS = 4
const GATEWAYS = 12
const SIMS = 400

let database: TestDatabase
let db: Database
let fleet: Fleet
let ports: number[]
let radiusPort: number
let processes: TestServerProcess[]
let balancer: Haproxy | undefined
let headers: Record<string, string>

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

const start = (port: number): TestServerProcess =>
  startProcess({
    ...{ PORT: String(port), RADIUS_PORT: String(radiusPort), RADIUS_REUSE_PORT: 'true', STOP_DELAY_SECONDS: '3' },
    ...{ TRUST_PROXY: 'true', SEED: 'none', DATA_DIR: join(folder, String(port)), DATABASE_URL: database.connectionString },
    ...{ SECRET_KEY: KEY.toString('hex'), PERSON_REQUESTS_PER_MINUTE: '1000000', DATABASE_POOL: '5' },
    // compiled once, they are there sooner
    NODE_COMPILE_CACHE: join(tmpdir(), 'enlace-compiled'),
  })

beforeAll(async () => {
  if (!hasHaproxy) return
  database = await createTestDatabase()
  db = createDatabase(database.pool)
  const now = new Date()
  fleet = await createFleet(db, now, { [COMPANIES.andes]: SIMS, [COMPANIES.pacifico]: 60 })
  // sessions of the fleet would be among those that are counted
  await db.updateTable('sim_live').set({ connection_started_at: null }).execute()
  await ensureNetworks(db, now)
  await db
    .updateTable('networks')
    .set({ settings: JSON.stringify({ faults: { latencyMs: [5, 60] } }), max_in_flight: 8 })
    .execute()
  const client = { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }
  await db.transaction().execute((trx) => addClient(trx, createSecretBox(KEY), client, now))
  radiusPort = await freeUdpPort()
  ports = [await freePort(), await freePort(), await freePort()]
  processes = ports.map(start)
  await Promise.all(processes.map(({ address }) => address))
  balancer = await startHaproxy(await freePort(), ports)
  const json = { 'x-api-key': 'enlace-web', 'content-type': 'application/json' }
  const login = await fetch(`${balancer?.address}/api/users/session/`, {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ email: fleet.people.admin.email, password: PASSWORD }),
  })
  headers = { ...json, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
})
afterAll(async () => {
  if (!hasHaproxy) return
  await balancer?.close()
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(processes.map(({ ended }) => ended))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a client repeats without thought: no answer, a gateway's error, or the wish to wait. */
const isPassing = (status: number | undefined, retryAfter: string | null): boolean =>
  status === undefined || retryAfter !== null || [502, 503, 504].includes(status)

const ATTEMPTS = 30

/** A call as a client makes it: what changes something has a key, so that it may be repeated. */
async function request(method: Call['method'], path: string, body?: object): Promise<unknown> {
  const key = body ? { 'idempotency-key': randomUUID() } : undefined
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${balancer?.address}/api${path}`, {
      ...{ method, headers: { ...headers, ...key } },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    const retryAfter = response?.headers.get('retry-after') ?? null
    if (text !== undefined && response?.ok) return (JSON.parse(text) as { data: unknown }).data
    const isCured = text === undefined || isPassing(response?.status, retryAfter)
    if (!isCured || attempt === ATTEMPTS) throw new Error(`${method} ${path}: ${response?.status} ${text}`)
    await sleep(retryAfter === null ? 200 : Number(retryAfter) * 1000)
  }
}

type IsOver = () => boolean

/** @returns how often it was read */
async function readUntil(isOver: IsOver): Promise<number> {
  let reads = 0
  for (; !isOver(); reads++) {
    const sim = fleet.sims[reads % fleet.sims.length]
    expect(await request('GET', `/sim/${sim?.iccid}`)).toMatchObject({ icc: sim?.iccid })
    await sleep(20)
  }
  return reads
}

/** @returns the last value that was confirmed, and how many were */
async function writeUntil(isOver: IsOver, { iccid }: TestSim): Promise<{ last: string; writes: number }> {
  let [last, writes] = ['', 0]
  for (; !isOver(); writes++) {
    last = `value ${writes}`
    expect(await request(editCustom.method, editCustom.path, { icc: iccid, customField1: last })).toMatchObject({
      customField1: last,
    })
    await sleep(20)
  }
  return { last, writes }
}

interface Following {
  readonly version: () => string | undefined
  /** @returns how many streams it took */
  readonly stop: () => number
}

/** Follows a SIM over as many streams as it takes. */
function follow({ iccid }: TestSim): Following {
  let [isOver, streams] = [false, 0]
  let version: string | undefined
  const run = async (): Promise<void> => {
    while (!isOver) {
      const address = `${balancer?.address}/api/sim/events/${iccid}`
      const stream = await openStream<{ version: string }>(address, headers).catch(() => undefined)
      streams++
      while (stream && !stream.isOver() && !isOver) {
        version = stream.events.at(-1)?.version ?? version
        await sleep(50)
      }
      stream?.leave()
      await sleep(200)
    }
  }
  void run()
  return {
    version: () => version,
    stop: () => {
      isOver = true
      return streams
    },
  }
}

/** Follows an operation over as many streams as it takes. */
async function followToEnd(operationId: number): Promise<OperationProgress> {
  let last: OperationProgress | undefined
  for (;;) {
    const stream = await openStream<OperationProgress>(
      `${balancer?.address}/api/operations/events?operationId=${operationId}`,
      headers,
    ).catch(() => undefined)
    while (stream && !stream.isOver() && stream.events.at(-1)?.state !== 'finished') await sleep(50)
    last = stream?.events.at(-1) ?? last
    stream?.leave()
    if (last?.state === 'finished') return last
    await sleep(200)
  }
}

/** Hibernates the fleet and brings it back, again and again. */
async function operateUntil(isOver: IsOver): Promise<number[]> {
  const operations: number[] = []
  for (let turn = 0; !isOver(); turn++) {
    const { path } = turn % 2 === 0 ? massHibernation : massReactivation
    const filter = { companyIds: [COMPANIES.andes], administrativeStatusIds: [turn % 2 === 0 ? 2 : 11], planCodes: ['IOT250'] }
    const { operationId, accepted } = (await request('POST', path, { filter })) as { operationId: number; accepted: number }
    operations.push(operationId)
    expect((await followToEnd(operationId)).counts).toMatchObject({ succeeded: accepted, failed: 0 })
  }
  return operations
}

/** A gateway's reports about one session, each until it is answered. @returns the bytes that it reported */
async function reportUntil(isOver: IsOver, sender: RadiusSender, sim: TestSim, hasClock: boolean): Promise<number> {
  const startedMs = Date.now()
  let bytes = 0
  for (let round = 0; ; round++) {
    const kind = round === 0 ? 'started' : isOver() ? 'stopped' : 'updated'
    bytes = round * 1_001
    const record: UsageRecord = {
      ...{ kind, clientId: 0, nas: 'pgw-1', imsi: sim.imsi, sessionKey: `M-${sim.iccid}` },
      ...{
        atMs: startedMs,
        hasSourceClock: true,
        inputBytes: 0,
        outputBytes: bytes,
        facts: { apn: 'iot.test' },
        fingerprint: '',
      },
      ...(hasClock && { atMs: Date.now(), seconds: Math.floor((Date.now() - startedMs) / 1000) }),
    }
    const attributes = accountingAttributes(record)
    await sender.request(
      CODE.accountingRequest,
      hasClock ? attributes : attributes.filter(({ type }) => type !== ATTRIBUTE.eventTimestamp),
    )
    if (kind === 'stopped') return bytes
    await sleep(15)
  }
}

/** Kills one process after the other, each while the two others serve, and starts it again; every fourth is asked to stop. */
async function killUntil(isOver: IsOver, onKill: (kills: number) => void): Promise<void> {
  for (let kills = 0; !isOver(); kills++) {
    const place = kills % processes.length
    await sleep(KILL_MS)
    const ending = processes[place]
    const signal = kills % 4 === 3 ? 'SIGTERM' : 'SIGKILL'
    ending?.child.kill(signal)
    const ended = await ending?.ended
    if (signal === 'SIGTERM') expect(ended).toMatchObject({ code: 0, stderr: '' })
    processes[place] = start(ports[place] ?? 0)
    await processes[place].address
    onKill(kills + 1)
  }
}

test.skipIf(!hasHaproxy)(
  'processes that die and stop behind HAProxy lose no request, no line and no octet',
  async () => {
    const end = performance.now() + USE_MS
    let kills = 0
    const isOver = (): boolean => performance.now() > end && kills >= LEAST_KILLS
    const writer = fleet.sims.findLast(({ companyId }) => companyId === COMPANIES.pacifico)
    const reported = fleet.sims
      .filter(({ companyId, status }) => companyId === COMPANIES.pacifico && status === 2)
      .slice(0, GATEWAYS)
    if (!writer || reported.length < GATEWAYS) throw new Error('too few SIMs')
    const options = { host: '127.0.0.1', port: radiusPort, secret: Buffer.from(SECRET), maxAttempts: 1_000, timeoutMs: 250 }
    const senders = await Promise.all(reported.map(() => openSender(options)))
    const gateways = senders.map(async (sender, place) => {
      const sim = reported[place] ?? writer
      return { sim, bytes: await reportUntil(isOver, sender, sim, place % 2 === 0) }
    })
    const following = follow(writer)
    const [reads, { last, writes }, operations] = await Promise.all([
      readUntil(isOver),
      writeUntil(isOver, writer),
      operateUntil(isOver),
      killUntil(isOver, (count) => {
        kills = count
      }),
      ...gateways,
    ])
    await Promise.all(senders.map((sender) => sender.close()))
    const read = async () => (await request('GET', `/sim/${writer.iccid}`)) as { customField1: string; version: string }
    expect((await read()).customField1).toBe(last)
    await expect.poll(async () => (await read()).version === following.version()).toBe(true)
    const streams = following.stop()
    const seen = { kills, reads, writes, operations: operations.length, streams, bytes: 0 }

    const { rows: lines } = await database.pool.query(
      `SELECT operation_id AS id, count(*) FILTER (WHERE state NOT IN ('succeeded', 'skipped'))::int AS open FROM operation_items
       GROUP BY 1 ORDER BY 1`,
    )
    expect(lines).toEqual(operations.map((id) => ({ id, open: 0 })))
    const { rows: twice } = await database.pool.query(
      `SELECT iccid, kind, count(*) FROM simulated_network.effects WHERE kind IN ('suspended', 'resumed')
       GROUP BY 1, 2 HAVING count(*) > $1`,
      [Math.ceil(operations.length / 2)],
    )
    expect(twice).toEqual([])

    const waiting = 'SELECT (SELECT count(*) FROM usage_batches)::int + (SELECT count(*) FROM live_changes)::int AS count'
    await expect.poll(async () => (await database.pool.query(waiting)).rows).toEqual([{ count: 0 }])
    const expected = await Promise.all(gateways)
    seen.bytes = expected.reduce((sum, { bytes }) => sum + bytes, 0)
    const { rows: sessions } = await database.pool.query(
      `SELECT iccid, data_bytes::float8 AS bytes, stopped_at IS NOT NULL AS "hasEnded" FROM data_sessions WHERE session_key LIKE 'M-%' ORDER BY 1`,
    )
    const byIccid = expected.map(({ sim: { iccid }, bytes }) => ({ iccid, bytes, hasEnded: true }))
    expect(sessions).toEqual(byIccid.sort((a, b) => (a.iccid < b.iccid ? -1 : 1)))
    const { rows: days } = await database.pool.query(
      'SELECT sum(data_bytes)::float8 AS bytes FROM usage_days WHERE iccid = ANY($1)',
      [reported.map(({ iccid }) => iccid)],
    )
    expect(days).toEqual([{ bytes: seen.bytes }])
    // all of it was used
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1)
    if (IS_SOAK) console.log(seen)
  },
  USE_MS + 180_000,
)
