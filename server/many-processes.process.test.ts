import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { TestSim } from '#test/fleet.ts'
import { hasHaproxy } from '#test/haproxy.ts'
import { openStream } from '#test/live-stream.ts'
import { createLoadFleet, expectNothingLost, type LoadFleet, reportedBytes, reportOf } from '#test/load-fleet.ts'
import { type LoadTarget, logInAt, operateUntil, readUntil, requestUntilAnswered, writeUntil } from '#test/portal-load.ts'
import { openPages } from '#test/portal-page.ts'
import { type ProcessesBehindHaproxy, startBehindHaproxy } from '#test/processes-behind-haproxy.ts'
import { IS_SOAK, shareOf } from '#test/share.ts'

const KEY = randomBytes(32)
const folder = mkdtempSync(join(tmpdir(), 'enlace-many-'))
/** How long the processes are used, and the pause between one's return and the end of the next. */
const [USE_MS, KILL_MS] = [shareOf(6_000, 300_000), 1_000]
/** Each process is killed once, and the first then asked to stop: whichever a stream goes to, it is cut. */
const LEAST_KILLS = 4

let database: TestDatabase
let load: LoadFleet
let processes: ProcessesBehindHaproxy | undefined
let target: LoadTarget

beforeAll(async () => {
  if (!hasHaproxy) return
  database = await createTestDatabase()
  load = await createLoadFleet(database.pool, KEY)
  processes = await startBehindHaproxy(folder, {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: KEY.toString('hex'),
  })
  target = await logInAt(processes.address, load.fleet.people.admin.email)
})
afterAll(async () => {
  if (!hasHaproxy) return
  await processes?.close()
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

test.skipIf(!hasHaproxy)(
  'processes that die and stop behind HAProxy lose no request, no line and no octet, and pages show no error',
  async () => {
    if (!processes) throw new Error('nothing was started')
    const { fleet, written, reported: sims, ofPage } = load
    const end = performance.now() + USE_MS
    let kills = 0
    const isOver = (): boolean => performance.now() > end && kills >= LEAST_KILLS
    const following = follow(written)
    const pages = await openPages(target.address, fleet.people.admin.email, written)
    const [page, reads, { last, writes }, operations, reported] = await Promise.all([
      pages.useUntil(isOver, ofPage),
      readUntil(isOver, target, fleet.sims),
      writeUntil(isOver, target, written),
      operateUntil(isOver, target),
      reportOf(isOver, sims, processes.radiusPort),
      processes.killUntil(isOver, KILL_MS, (count) => {
        kills = count
      }),
    ])
    const read = async () =>
      (await requestUntilAnswered(target, 'GET', `/sim/${written.iccid}`)) as { customField1: string; version: string }
    expect((await read()).customField1).toBe(last)
    await expect.poll(async () => (await read()).version === following.version()).toBe(true)
    const streams = following.stop()
    await pages.untilShown(last)
    await pages.close()
    expect(page.trouble).toEqual([])
    const most = Math.max(operations.length, page.operations)
    await expectNothingLost(database.pool, { operations: operations.length + page.operations, most, reported })
    const seen = {
      kills,
      reads,
      writes,
      operations: operations.length,
      clicks: page.clicks,
      streams,
      bytes: reportedBytes(reported),
    }
    // all of it was used
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1)
    if (IS_SOAK) console.log(seen)
  },
  // 186 s were too few beside a dozen busy programs on two slow cores
  USE_MS + 480_000,
)
