import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { createTestDatabase } from '#test/database.ts'
import { createFleet, type TestSim } from '#test/fleet.ts'
import { readChargingLine } from './read-line.ts'
import { importChargingFiles } from './watch-folder.ts'

const NOW = new Date('2026-11-21T16:00:00Z')
const START = new Date('2026-11-21T12:00:00Z')
const MB = 1_048_576
const log = pino({ level: 'silent' })
const HEADER = 'imsi,session,start,stop,uplink_bytes,downlink_bytes'

const database = await createTestDatabase()
const db = createDatabase(database.pool)
const sims = (await createFleet(db, NOW)).sims.filter(({ status }) => status === 2)
const folder = await mkdtemp(join(tmpdir(), 'enlace-cdr-'))
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const simNumber = (n: number): TestSim => {
  const sim = sims[n]
  if (!sim) throw new Error(`no SIM ${n}`)
  return sim
}
/** A report `minutes` after noon UTC, nine in Santiago. */
const report = (sim: TestSim, kind: UsageRecord['kind'], minutes: number, bytes: number): UsageRecord => ({
  kind,
  clientId: 1,
  nas: 'ggsn0',
  imsi: sim.imsi,
  sessionKey: `C-${sim.iccid.slice(-6)}`,
  atMs: START.getTime() + minutes * 60_000,
  hasSourceClock: true,
  seconds: minutes * 60,
  inputBytes: 0,
  outputBytes: bytes,
  facts: {},
  fingerprint: `${sim.iccid} ${minutes} ${bytes}`,
})
const line = (sim: TestSim, bytes: number, start = '2026-11-21T09:00:02-03:00'): string =>
  `${sim.imsi},C-${sim.iccid.slice(-6)},${start},2026-11-21T11:00:00-03:00,${bytes / 4},${(bytes * 3) / 4}`
async function drop(name: string, lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, name), `${lines.join('\n')}\n`)
  await importChargingFiles({ db, log, clock: () => NOW, folder, onStored: () => undefined }, Number.NEGATIVE_INFINITY)
  await countAll({ db, log })
}
async function store(...records: readonly UsageRecord[]): Promise<void> {
  await storeUsageMessages(db, records, NOW)
  await countAll({ db, log })
}
async function usedOf({ companyId, iccid }: TestSim) {
  const of = (table: 'usage_days' | 'data_sessions') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.sum<number>('data_bytes').as('bytes'))
      .where('company_id', '=', companyId)
      .where('iccid', '=', iccid)
      .executeTakeFirstOrThrow()
  return { days: Number((await of('usage_days')).bytes), sessions: Number((await of('data_sessions')).bytes) }
}
const liveBytes = async ({ companyId, iccid }: TestSim): Promise<number> => {
  const row = db
    .selectFrom('sim_live')
    .select('cycle_data_bytes')
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
  return (await row.executeTakeFirstOrThrow()).cycle_data_bytes
}

test('a charging record replaces the counted usage, higher or lower, and the difference is listed', async () => {
  const [more, less] = [simNumber(0), simNumber(1)]
  const before = [await liveBytes(more), await liveBytes(less)]
  await store(report(more, 'updated', 60, 10 * MB), report(less, 'updated', 60, 10 * MB))
  await drop('one.csv', [HEADER, line(more, 12 * MB), line(less, 8 * MB)])
  expect(await usedOf(more)).toEqual({ days: 12 * MB, sessions: 12 * MB })
  expect(await usedOf(less)).toEqual({ days: 8 * MB, sessions: 8 * MB })
  expect([await liveBytes(more), await liveBytes(less)]).toEqual([(before[0] ?? 0) + 12 * MB, (before[1] ?? 0) + 8 * MB])
  const differences = await db
    .selectFrom('usage_differences')
    .select(['iccid', 'counted_bytes', 'final_bytes', 'source'])
    .orderBy('iccid')
    .execute()
  expect(differences).toEqual(
    [
      { iccid: more.iccid, counted_bytes: 10 * MB, final_bytes: 12 * MB, source: 'one.csv' },
      { iccid: less.iccid, counted_bytes: 10 * MB, final_bytes: 8 * MB, source: 'one.csv' },
    ].sort((a, b) => (a.iccid < b.iccid ? -1 : 1)),
  )
  // later messages of the gateway about that session add nothing
  await store(report(more, 'stopped', 120, 30 * MB), report(less, 'updated', 110, 9 * MB))
  expect([await usedOf(more), await usedOf(less)]).toMatchObject([{ days: 12 * MB }, { days: 8 * MB }])
})

test('a repeated file changes nothing, a corrected one replaces it, and an unreported session is counted', async () => {
  const sim = simNumber(2)
  await drop('two.csv', [HEADER, line(sim, 4 * MB)])
  expect(await usedOf(sim)).toEqual({ days: 4 * MB, sessions: 4 * MB })
  await drop('two.csv', [HEADER, line(sim, 4 * MB)])
  await drop('three.csv', [HEADER, line(sim, 6 * MB)])
  expect(await usedOf(sim)).toEqual({ days: 6 * MB, sessions: 6 * MB })
  // the same key hours earlier is another session
  await drop('four.csv', [HEADER, line(sim, 2 * MB, '2026-11-21T03:00:00-03:00')])
  expect(await usedOf(sim)).toEqual({ days: 8 * MB, sessions: 8 * MB })
})

test('a reduction is taken from the hours with usage, and none becomes negative', async () => {
  const sim = simNumber(4)
  // 1 MB from 9 to 10 in Santiago, 9 MB from 10 to 11
  await store(report(sim, 'updated', 60, MB), report(sim, 'updated', 120, 10 * MB))
  await drop('hours.csv', [HEADER, line(sim, 5 * MB)])
  const days = await db
    .selectFrom('usage_days')
    .select(['data_bytes', 'hour_data_bytes'])
    .where('iccid', '=', sim.iccid)
    .execute()
  expect(days).toHaveLength(1)
  expect(days[0]?.hour_data_bytes?.slice(8, 12)).toEqual([0, MB / 2, 4.5 * MB, 0])
  expect(days[0]?.data_bytes).toBe(5 * MB)
})

test('bad lines are skipped and listed by number; an unreadable file moves to failed', async () => {
  const sim = simNumber(3)
  await drop('five.csv', [HEADER, 'x,A,2026-11-21T09:00:00-03:00,2026-11-21T10:00:00-03:00,1,1', line(sim, MB)])
  expect(await usedOf(sim)).toMatchObject({ days: MB })
  expect(await readFile(join(folder, 'done/five.csv.problems.txt'), 'utf8')).toBe('2\tno_sim\n')
  await drop('six.csv', ['imsi,session', `${sim.imsi},A`])
  expect((await readdir(join(folder, 'failed'))).sort()).toEqual(['six.csv', 'six.csv.problems.txt'])
  const files = await db
    .selectFrom('cdr_files')
    .select(['name', 'records', 'bad_lines', 'problem'])
    .orderBy('file_id')
    .execute()
  expect(files.slice(-2)).toEqual([
    { name: 'five.csv', records: 1, bad_lines: 1, problem: '' },
    { name: 'six.csv', records: 0, bad_lines: 0, problem: 'missing columns: start, stop, uplink_bytes, downlink_bytes' },
  ])
  expect((await readdir(folder)).sort()).toEqual(['done', 'failed'])
})

test.each([
  ['a time without an offset', { start: '2026-11-21T09:00:00' }, 'bad_time'],
  ['an end before the start', { stop: '2026-11-20T09:00:00-03:00' }, 'bad_time'],
  ['a fraction of a byte', { uplink_bytes: '1.5' }, 'bad_bytes'],
  ['negative bytes', { downlink_bytes: '-1' }, 'bad_bytes'],
  ['no session', { session: '' }, 'no_session'],
  ['no subscriber', { imsi: '' }, 'no_sim'],
])('%s is a problem', (_what, wrong, problem) => {
  const good: Record<string, string> = {
    imsi: '730020000000001',
    session: 'A',
    start: '2026-11-21T09:00:00-03:00',
    stop: '2026-11-21T10:00:00-03:00',
    uplink_bytes: '1',
    downlink_bytes: '2',
  }
  const of = (values: Record<string, string>) => readChargingLine((column) => values[column] ?? '', 'file')
  expect(of(good)).toMatchObject({ inputBytes: 1, outputBytes: 2, startedAtMs: Date.UTC(2026, 10, 21, 12) })
  expect(of({ ...good, ...wrong })).toBe(problem)
})

test('of several processes that watch one folder one imports a file', async () => {
  const [sim] = sims
  if (!sim) throw new Error('no SIM')
  const before = (await db.selectFrom('cdr_files').select('file_id').execute()).length
  await writeFile(join(folder, 'shared.csv'), `${[HEADER, line(sim, 4 * MB)].join('\n')}\n`)
  const watch = () =>
    importChargingFiles({ db, log, clock: () => NOW, folder, onStored: () => undefined }, Number.NEGATIVE_INFINITY)
  await Promise.all([watch(), watch(), watch()])
  expect((await db.selectFrom('cdr_files').select('file_id').execute()).length - before).toBe(1)
})
