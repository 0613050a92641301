import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSims } from '#contract/sims/sims.calls.ts'
import { type Cells, openCells } from '#server/cells/cells.ts'
import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender } from '#server/ingest/radius/sender.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, type Fleet } from '#test/fleet.ts'
import { freeTcpPort, freeUdpPort } from '#test/free-port.ts'
import { type IsOver, type LoadTarget, logInAt, operateUntil, readUntil, reportUntil, writeUntil } from '#test/portal-load.ts'
import { startProcess, type TestServerProcess } from '#test/server-process.ts'
import { IS_SOAK, shareOf } from '#test/share.ts'
import { moveTree, planMove } from './move-tree.ts'

const KEY = randomBytes(32)
const SECRET = 'enlace-demo'
const folder = mkdtempSync(join(tmpdir(), 'enlace-moves-'))
const USE_MS = shareOf(3_000, 300_000)
const LEAST_MOVES = 2
const PAUSE_MS = 300
const GATEWAYS = 6
const SIMS = 60

let database: TestDatabase
let fleet: Fleet
let cells: Cells
let radiusPort: number
let processes: TestServerProcess[]
/** the operator at one process, the people who are moved at the other */
let operator: LoadTarget
let moved: LoadTarget

beforeAll(async () => {
  database = await createTestDatabase()
  const db = createDatabase(database.pool)
  const now = new Date()
  fleet = await createFleet(db, now, { [COMPANIES.andes]: SIMS, [COMPANIES.pacifico]: SIMS })
  await db.updateTable('sim_live').set({ connection_started_at: null }).execute()
  await db.updateTable('users').set({ can_hibernate: true }).execute()
  await ensureNetworks(db, now)
  const settings = JSON.stringify({ faults: { latencyMs: [5, 60] } })
  await db.updateTable('networks').set({ settings, max_in_flight: 8 }).execute()
  // longer than any process takes to find a new cell
  await db
    .updateTable('cells')
    .set({ made_at: new Date(now.getTime() - 60_000) })
    .execute()
  const client = { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }
  await db.transaction().execute((trx) => addClient(trx, createSecretBox(KEY), client, now))
  cells = await openCells(database.pool, (connectionString) => createPool({ connectionString, max: 4 }))
  radiusPort = await freeUdpPort()
  processes = await Promise.all(
    [1, 2].map(async (number) =>
      startProcess({
        ...{ PORT: String(await freeTcpPort()), RADIUS_PORT: String(radiusPort), RADIUS_REUSE_PORT: 'true', SEED: 'none' },
        ...{ DATA_DIR: join(folder, String(number)), DATABASE_URL: database.connectionString, DATABASE_POOL: '5' },
        ...{ SECRET_KEY: KEY.toString('hex'), PERSON_REQUESTS_PER_MINUTE: '1000000' },
      }),
    ),
  )
  const [one, other] = await Promise.all(processes.map(({ address }) => address))
  operator = await logInAt(one ?? '', fleet.people.admin.email)
  moved = await logInAt(other ?? '', fleet.people.flota.email)
})
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(processes.map(({ ended }) => ended))
  await cells.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** @returns how many moves there were */
async function moveUntil(isOver: IsOver, onMove: (moves: number) => void): Promise<void> {
  for (let moves = 1; !isOver(); moves++) {
    await moveTree(await planMove(cells, COMPANIES.pacifico, (moves % 2) + 1 === 1 ? 2 : 1), { actor: 'test', now: new Date() })
    onMove(moves)
    await sleep(PAUSE_MS)
  }
}

/** Reads a person's list of SIMs again and again: each is there once. @returns how often */
async function listUntil(isOver: IsOver, { address, headers }: LoadTarget, expected: readonly string[]): Promise<number> {
  let lists = 0
  for (; !isOver(); lists++) {
    const response = await fetch(`${address}/api${listSims.path}`, {
      method: listSims.method,
      headers,
      body: JSON.stringify({ limit: 1000 }),
    })
    const lines = (await response.text()).trim().split('\n')
    const column = lines[0]?.split('\t').indexOf('icc') ?? 0
    expect(
      lines
        .slice(1)
        .map((line) => line.split('\t')[column])
        .sort(),
    ).toEqual(expected)
    await sleep(20)
  }
  return lists
}

async function rowsOf<Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> {
  const answers = await Promise.all(cells.all.map(({ pool }) => pool.query<Row>(query, values)))
  return answers.flatMap(({ rows }) => rows)
}

test(
  'a customer that moves between cells while it is used loses no request, no line and no octet',
  async () => {
    const end = performance.now() + USE_MS
    let moves = 0
    const isOver = (): boolean => performance.now() > end && moves >= LEAST_MOVES
    const own = fleet.sims.filter(({ companyId }) => companyId === COMPANIES.pacifico)
    // no operation ends the sessions of these
    const reported = own.filter(({ status, planCode }) => status === 2 && planCode === 'SMS').slice(0, GATEWAYS)
    const writer = own.at(-1)
    if (!writer) throw new Error('too few SIMs')
    const iccids = (sims: typeof own): string[] => sims.map(({ iccid }) => iccid).sort()
    const options = { host: '127.0.0.1', port: radiusPort, secret: Buffer.from(SECRET), maxAttempts: 1_000, timeoutMs: 250 }
    const senders = await Promise.all(reported.map(() => openSender(options)))
    const gateways = reported.map(async (sim, place) => {
      const sender = senders[place]
      return { sim, bytes: sender ? await reportUntil(isOver, sender, sim, place % 2 === 0) : 0 }
    })
    const both = { companyIds: [COMPANIES.andes, COMPANIES.pacifico], planCodes: ['IOT250'] }
    const [reads, { last, writes }, ofBoth, ofMoved, lists, allLists] = await Promise.all([
      readUntil(isOver, operator, own),
      writeUntil(isOver, moved, writer),
      operateUntil(isOver, operator, both),
      operateUntil(isOver, moved, { companyIds: [COMPANIES.pacifico], planCodes: ['TEL50'] }),
      listUntil(isOver, moved, iccids(own)),
      listUntil(isOver, operator, iccids([...fleet.sims])),
      moveUntil(isOver, (count) => {
        moves = count
      }),
      ...gateways,
    ])
    await Promise.all(senders.map((sender) => sender.close()))
    const seen = { moves, reads, writes, lists, allLists, ofBoth: ofBoth.length, ofMoved: ofMoved.length, bytes: 0 }

    const fields = await rowsOf<{ value: string }>('SELECT custom_field_1 AS value FROM sims WHERE iccid = $1', [writer.iccid])
    expect(fields).toEqual([{ value: last }])
    const lines = await rowsOf<{ id: number; lines: number; open: number }>(
      `SELECT operation_id AS id, count(*)::int AS lines, count(*) FILTER (WHERE state <> 'succeeded')::int AS open
       FROM operation_items GROUP BY 1`,
    )
    expect(lines.filter(({ open }) => open > 0)).toEqual([])
    const sizeOf = (id: number): number => lines.reduce((sum, row) => sum + (row.id === id ? row.lines : 0), 0)
    // each takes the SIMs of the one before, and those that came to its status since; one that was left out would be missing in the next
    for (const ids of [ofBoth, ofMoved]) expect(ids.map(sizeOf)).toEqual(ids.map(sizeOf).sort((a, b) => a - b))
    expect(sizeOf(ofBoth[1] ?? 0)).toBeGreaterThan(sizeOf(ofMoved[1] ?? 0))
    expect(await rowsOf("SELECT FROM operations WHERE state <> 'finished'")).toEqual([])
    expect(await rowsOf('SELECT FROM open_changes')).toEqual([])

    const waiting = async (): Promise<number> =>
      (
        await rowsOf<{ count: number }>(
          'SELECT (SELECT count(*) FROM usage_batches)::int + (SELECT count(*) FROM live_changes)::int AS count',
        )
      ).reduce((sum, { count }) => sum + count, 0)
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    const expected = await Promise.all(gateways)
    seen.bytes = expected.reduce((sum, { bytes }) => sum + bytes, 0)
    const days = await rowsOf<{ bytes: number }>(
      'SELECT coalesce(sum(data_bytes), 0)::float8 AS bytes FROM usage_days WHERE iccid = ANY($1)',
      [iccids(reported)],
    )
    expect(days.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(seen.bytes)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1)
    if (IS_SOAK) console.log(seen)
  },
  USE_MS + 120_000,
)
