import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '#server/db/database.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender } from '#server/ingest/radius/sender.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, type Fleet, type TestSim } from '#test/fleet.ts'
import { freeTcpPort, freeUdpPort } from '#test/free-port.ts'
import { type Haproxy, hasHaproxy, startHaproxy } from '#test/haproxy.ts'
import { openStream } from '#test/live-stream.ts'
import {
  type IsOver,
  type LoadTarget,
  logInAt,
  operateUntil,
  readUntil,
  reportUntil,
  requestUntilAnswered,
  writeUntil,
} from '#test/portal-load.ts'
import { openPages } from '#test/portal-page.ts'
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
/** SIMs of the operations that a page starts. */
const SIMS_OF_PAGE = 5

let database: TestDatabase
let db: Database
let fleet: Fleet
let ports: number[]
let radiusPort: number
let processes: TestServerProcess[]
let balancer: Haproxy | undefined
let target: LoadTarget

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
  ports = [await freeTcpPort(), await freeTcpPort(), await freeTcpPort()]
  processes = ports.map(start)
  await Promise.all(processes.map(({ address }) => address))
  balancer = await startHaproxy(await freeTcpPort(), ports)
  target = await logInAt(balancer.address, fleet.people.admin.email)
})
afterAll(async () => {
  if (!hasHaproxy) return
  await balancer?.close()
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(processes.map(({ ended }) => ended))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

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
      const address = `${target.address}/api/sim/events/${iccid}`
      const stream = await openStream<{ version: string }>(address, target.headers).catch(() => undefined)
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
  'processes that die and stop behind HAProxy lose no request, no line and no octet, and pages show no error',
  async () => {
    const end = performance.now() + USE_MS
    let kills = 0
    const isOver = (): boolean => performance.now() > end && kills >= LEAST_KILLS
    const writer = fleet.sims.findLast(({ companyId }) => companyId === COMPANIES.pacifico)
    const active = fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.pacifico && status === 2)
    const reported = active.slice(0, GATEWAYS)
    const ofPage = active.filter((sim) => sim !== writer).slice(GATEWAYS, GATEWAYS + SIMS_OF_PAGE)
    if (!writer || ofPage.length < SIMS_OF_PAGE) throw new Error('too few SIMs')
    const options = { host: '127.0.0.1', port: radiusPort, secret: Buffer.from(SECRET), maxAttempts: 1_000, timeoutMs: 250 }
    const senders = await Promise.all(reported.map(() => openSender(options)))
    const gateways = senders.map(async (sender, place) => {
      const sim = reported[place] ?? writer
      return { sim, bytes: await reportUntil(isOver, sender, sim, place % 2 === 0) }
    })
    const following = follow(writer)
    const pages = await openPages(target.address, fleet.people.admin.email, writer)
    const [page, reads, { last, writes }, operations] = await Promise.all([
      pages.useUntil(isOver, ofPage),
      readUntil(isOver, target, fleet.sims),
      writeUntil(isOver, target, writer),
      operateUntil(isOver, target),
      killUntil(isOver, (count) => {
        kills = count
      }),
      ...gateways,
    ])
    await Promise.all(senders.map((sender) => sender.close()))
    const read = async () =>
      (await requestUntilAnswered(target, 'GET', `/sim/${writer.iccid}`)) as { customField1: string; version: string }
    expect((await read()).customField1).toBe(last)
    await expect.poll(async () => (await read()).version === following.version()).toBe(true)
    const streams = following.stop()
    await pages.untilShown(last)
    await pages.close()
    expect(page.trouble).toEqual([])
    const seen = { kills, reads, writes, operations: operations.length, clicks: page.clicks, streams, bytes: 0 }

    const { rows: lines } = await database.pool.query(
      `SELECT operation_id AS id, count(*) FILTER (WHERE state NOT IN ('succeeded', 'skipped'))::int AS open FROM operation_items
       GROUP BY 1 ORDER BY 1`,
    )
    expect(lines.filter(({ open }) => open > 0)).toEqual([])
    expect(lines).toHaveLength(operations.length + page.operations)
    const { rows: twice } = await database.pool.query(
      `SELECT iccid, kind, count(*) FROM simulated_network.effects WHERE kind IN ('suspended', 'resumed')
       GROUP BY 1, 2 HAVING count(*) > $1`,
      [Math.ceil(Math.max(operations.length, page.operations) / 2)],
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
