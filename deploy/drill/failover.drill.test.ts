import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { freeTcpPort, freeUdpPort } from '#test/free-port.ts'
import { createLoadFleet, expectNothingLost, type LoadFleet, reportedBytes, reportOf } from '#test/load-fleet.ts'
import { type LoadTarget, logInAt, operateUntil, readUntil, requestUntilAnswered, writeUntil } from '#test/portal-load.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { type DatabaseNodes, startDatabaseNodes } from './database-nodes.ts'
import { canDrill, eventually, ownedByPostgres } from './programs.ts'

const KEY = randomBytes(32)
/** Use before and after each loss. */
const USE_MS = 6_000
/** SIMs that are read to see where from, and how late a server reports its transactions. */
const [READS, STATISTICS_MS] = [400, 2_000]
const SERVED_TIMEOUT_MS = 120_000

const folder = ownedByPostgres(mkdtempSync('/var/tmp/enlace-drill-'))
let database: DatabaseNodes
let pool: Pool
let load: LoadFleet
let portal: TestServerProcess
let target: LoadTarget
let radiusPort: number

beforeAll(async () => {
  if (!canDrill) return
  database = await startDatabaseNodes(folder)
  await database.untilSynchronous()
  await migrate(database.primaryUrl)
  pool = createPool({ connectionString: database.primaryUrl, max: 3 })
  load = await createLoadFleet(pool, KEY)
  radiusPort = await freeUdpPort()
  portal = startProcess({
    ...{ PORT: String(await freeTcpPort()), RADIUS_PORT: String(radiusPort), SEED: 'none', DATA_DIR: join(folder, 'portal') },
    ...{ DATABASE_URL: database.primaryUrl, DATABASE_REPLICA_URL: database.replicaUrl, SECRET_KEY: KEY.toString('hex') },
    ...{ PERSON_REQUESTS_PER_MINUTE: '1000000', STOP_DELAY_SECONDS: '0' },
  })
  target = await logInAt(await portal.address, load.fleet.people.admin.email)
})
afterAll(async () => {
  portal?.child.kill('SIGKILL')
  await portal?.ended
  await pool?.end()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Transactions of the database's server so far; it reports them within a second. */
async function transactionsAt(connectionString: string): Promise<number> {
  await sleep(STATISTICS_MS)
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client
    .query('SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()')
    .finally(() => client.end())
  return rows[0].count
}

/** A position that no log reaches: who has it reads from the primary. */
const BEYOND = 'enlace_read_after=FFFFFFF0%2F0'

/** @returns transactions of both servers while the same SIMs are read */
async function transactionsOfReads(
  { address, headers }: LoadTarget,
  where: string,
): Promise<{ primary: number; replica: number }> {
  const reader = { address, headers: { ...headers, cookie: `${headers.cookie}; ${where}` } }
  const count = async () => ({
    primary: await transactionsAt(database.primaryUrl),
    replica: await transactionsAt(database.replicaUrl),
  })
  const before = await count()
  for (const { iccid } of load.fleet.sims.slice(0, READS)) await requestUntilAnswered(reader, 'GET', `/sim/${iccid}`)
  const after = await count()
  return { primary: after.primary - before.primary, replica: after.replica - before.replica }
}

/** One attempt of a read and of a write, as a client that does not repeat makes them. */
async function isServed(iccid: string): Promise<boolean> {
  const once = async (method: string, path: string, body?: object): Promise<boolean> => {
    const { headers } = target
    const signal = AbortSignal.timeout(2_000)
    const answer = await fetch(`${target.address}/api${path}`, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.text()
    return answer.ok
  }
  const isRead = await once('GET', `/sim/${iccid}`).catch(() => false)
  return isRead && (await once('POST', '/sim/editCustom/', { icc: iccid, customField2: 'drill' }).catch(() => false))
}

/** @returns milliseconds from the loss until a read and a write are answered */
async function lose(
  how: (node: Awaited<ReturnType<DatabaseNodes['leader']>>) => Promise<void>,
  iccid: string,
): Promise<number> {
  const leader = await database.leader()
  const begin = performance.now()
  await how(leader)
  await sleep(200)
  await eventually(async () => {
    if (!(await isServed(iccid))) throw new Error('not served')
  }, SERVED_TIMEOUT_MS)
  const ms = performance.now() - begin
  await expect(database.leader()).resolves.not.toBe(leader)
  await sleep(USE_MS)
  leader.start()
  await database.untilSynchronous()
  return ms
}

test.skipIf(!canDrill)(
  'a primary that is lost is replaced, and nothing that was answered for is lost',
  async () => {
    const toPrimary = await transactionsOfReads(target, BEYOND)
    const toReplica = await transactionsOfReads(target, 'theme=dark')
    let isDone = false
    const isOver = (): boolean => isDone
    const { fleet, written, probed, reported: sims } = load
    const lossOf = { machine: 0, process: 0 }
    const loseBoth = async (): Promise<void> => {
      await sleep(USE_MS)
      lossOf.machine = await lose((node) => node.loseMachine(), probed.iccid)
      lossOf.process = await lose((node) => node.killPostgres(), probed.iccid)
      isDone = true
    }
    const [reads, { last, writes }, operations, reported] = await Promise.all([
      readUntil(isOver, target, fleet.sims),
      writeUntil(isOver, target, written),
      operateUntil(isOver, target),
      reportOf(isOver, sims, radiusPort),
      loseBoth(),
    ])
    expect(await requestUntilAnswered(target, 'GET', `/sim/${written.iccid}`)).toMatchObject({ customField1: last })
    await expectNothingLost(pool, { operations: operations.length, most: operations.length, reported })
    expect(portal.child.exitCode).toBe(null)
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
    const inWords = ({ primary, replica }: typeof toPrimary): string =>
      `${primary} transactions of the primary, ${replica} of the replica`
    expect(toReplica.primary, inWords(toReplica)).toBeLessThan(toPrimary.primary * 0.7)
    console.log(`  ${READS} SIMs read where the primary is: ${inWords(toPrimary)}
  the same where the replica is: ${inWords(toReplica)}
  the machine of the primary lost: served again after ${seconds(lossOf.machine)}
  the primary's PostgreSQL killed: served again after ${seconds(lossOf.process)}
  meanwhile ${reads} reads, ${writes} writes, ${operations.length} operations, ${reportedBytes(reported)} octets of ${sims.length} gateways: nothing lost`)
  },
  600_000,
)
