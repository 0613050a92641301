import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveSmppLink } from '#contract/network-admin/smpp.calls.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { createLoadFleet, expectNothingLost, type LoadFleet, reportedBytes, reportOf } from '#test/load-fleet.ts'
import { openTestCentre, type TestCentre } from '#test/message-centre.ts'
import {
  importUntil,
  type LoadTarget,
  logInAt,
  operateUntil,
  readUntil,
  requestUntilAnswered,
  textUntil,
  writeUntil,
} from '#test/portal-load.ts'
import { openPages } from '#test/portal-page.ts'
import { type ProcessesBehindHaproxy, startBehindHaproxy } from '#test/processes-behind-haproxy.ts'
import { textsOf } from '#test/smpp-rig.ts'
import { type DatabaseNodes, startDatabaseNodes } from './database-nodes.ts'
import { canDrill, ownedByPostgres } from './programs.ts'

const KEY = randomBytes(32)
/** How long the portal is used; an hour with MINUTES=60. */
const USE_MS = Number(process.env.MINUTES ?? 3) * 60_000
/** Pause between one process's return and the end of the next. */
const KILL_MS = 15_000
/** How long the replaced database stays away. */
const AWAY_MS = 20_000

const folder = ownedByPostgres(mkdtempSync('/var/tmp/enlace-hour-'))
let database: DatabaseNodes
let pool: Pool
let load: LoadFleet
let centre: TestCentre
let processes: ProcessesBehindHaproxy | undefined
let target: LoadTarget

beforeAll(async () => {
  if (!canDrill) return
  database = await startDatabaseNodes(folder)
  await database.untilSynchronous()
  await migrate(database.primaryUrl)
  pool = createPool({ connectionString: database.primaryUrl, max: 3 })
  load = await createLoadFleet(pool, KEY)
  centre = await openTestCentre()
  processes = await startBehindHaproxy(folder, {
    DATABASE_URL: database.primaryUrl,
    DATABASE_REPLICA_URL: database.replicaUrl,
    SECRET_KEY: KEY.toString('hex'),
  })
  target = await logInAt(processes.address, load.fleet.people.admin.email)
  await sendTextsToCentre()
})
afterAll(async () => {
  await processes?.close()
  await centre?.down()
  await pool?.end()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every network's messages go to the centre. */
async function sendTextsToCentre(): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('SELECT network_id AS id FROM networks')
  const link = {
    ...{ host: '127.0.0.1', port: centre.port, isEncrypted: false, systemId: 'portal', password: 'secret', systemType: '' },
    ...{ source: '777', addressing: 'iccid', windowSize: 10, submitsPerSecond: null, wantsInterim: false },
  }
  for (const { id } of rows)
    await requestUntilAnswered(target, saveSmppLink.method, saveSmppLink.path.replace('{networkId}', id), link)
}

test.skipIf(!canDrill)(
  `${USE_MS / 60_000} minutes of mixed load with processes that die and a primary that is lost: all is as it was answered`,
  async () => {
    if (!processes) throw new Error('nothing was started')
    const { fleet, written, reported: sims, ofPage } = load
    const [texted = written] = sims
    const end = performance.now() + USE_MS
    let isReplaced = false
    const isOver = (): boolean => performance.now() > end && isReplaced
    const replaceDatabase = async (): Promise<void> => {
      await sleep(USE_MS / 2)
      const leader = await database.leader()
      await leader.loseMachine()
      await sleep(AWAY_MS)
      leader.start()
      await database.untilSynchronous()
      isReplaced = true
    }
    const pages = await openPages(target.address, fleet.people.admin.email, written)
    const [page, reads, { last, writes }, operations, imported, texts, reported, kills] = await Promise.all([
      pages.useUntil(isOver, ofPage),
      readUntil(isOver, target, fleet.sims),
      writeUntil(isOver, target, written),
      operateUntil(isOver, target),
      importUntil(isOver, target),
      textUntil(isOver, target, texted),
      reportOf(isOver, sims, processes.radiusPort),
      processes.killUntil(isOver, KILL_MS),
      replaceDatabase(),
    ])
    await pages.untilShown(last)
    await pages.close()
    expect(page.trouble).toEqual([])
    await expectNothingLost(pool, {
      operations: operations.length + page.operations,
      most: Math.max(operations.length, page.operations),
      reported,
    })
    // a value that is written again by a repeated request leaves no second row
    const { rows: audited } = await pool.query(
      "SELECT count(*)::int AS count FROM audit_log WHERE entity_id = $1 AND after ->> 'customField1' LIKE 'value %'",
      [written.iccid],
    )
    expect(audited).toEqual([{ count: writes }])
    const { rows: created } = await pool.query('SELECT iccid, custom_field_1 AS label FROM sims WHERE iccid LIKE $1', [
      '8951060%',
    ])
    expect(new Map(created.map(({ iccid, label }) => [iccid, label]))).toEqual(imported)
    const received = textsOf(centre.submitted)
    expect(received).toHaveLength(new Set(received).size)
    expect(texts.sent.length).toBeGreaterThan(texts.open.length)
    expect(texts.sent.filter((text) => !received.includes(text))).toEqual([])
    const { rows: stored } = await pool.query<{ text: string; state: string }>(
      "SELECT text, state FROM sms_messages WHERE direction = 'out' AND iccid = $1 AND text LIKE 'text %'",
      [texted.iccid],
    )
    expect(stored.map(({ text }) => text).sort()).toEqual([...texts.sent, ...texts.open].sort())
    console.log(`  ${kills} processes ended, one primary replaced; ${reads} reads, ${writes} writes with as many rows of the audit,
  ${operations.length} operations of programs and ${page.operations} of a page with ${page.clicks} clicks and no error, ${imported.size} SIMs imported,
  ${texts.sent.length} texts sent once and ${texts.open.length} whose outcome the portal reports as unknown, ${reportedBytes(reported)} octets of ${sims.length} gateways: nothing lost`)
  },
  USE_MS + 600_000,
)
