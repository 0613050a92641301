import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { TestSim } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { storeUsageMessages } from './intake.ts'
import { countAll, startUsageCounter } from './usage-counter.ts'
import type { UsageRecord } from './usage-record.ts'

const START = new Date('2026-11-21T12:00:00Z')
/** More than one transaction takes. */
const ROUNDS = 90
const BYTES = 1_000
const log = pino({ level: 'silent' })

const database = await createFleetDatabase(START)
const { db, sims } = database
afterAll(() => database.drop())

const report = (sim: TestSim, sessionKey: string, round: number, facts: UsageRecord['facts'] = {}): UsageRecord => ({
  kind: round === 0 ? 'started' : round === ROUNDS ? 'stopped' : 'updated',
  clientId: 1,
  nas: 'ggsn0',
  imsi: sim.imsi,
  sessionKey,
  atMs: START.getTime() + round * 60_000,
  hasSourceClock: true,
  seconds: round * 60,
  inputBytes: 0,
  outputBytes: round * BYTES,
  facts,
  fingerprint: `${sessionKey} ${sim.iccid} ${round}`,
})
const sums = async () => {
  const { rows } = await database.pool.query<{ days: number; sessions: number; records: number; ended: number }>(
    `SELECT (SELECT sum(data_bytes) FROM usage_days)::float8 AS days, (SELECT sum(data_bytes) FROM data_sessions)::float8 AS sessions,
       (SELECT count(*) FROM usage_records)::int AS records,
       (SELECT count(*) FROM data_sessions WHERE stopped_at IS NOT NULL)::int AS ended`,
  )
  return rows[0]
}

test('waiting rows are counted once and in order by several processes', async () => {
  for (let round = 0; round <= ROUNDS; round++) {
    await storeUsageMessages(
      db,
      sims.map((sim) => report(sim, 'A', round, { apn: 'iot.test', cellId: round % 7 })),
      START,
    )
  }
  const counters = [startUsageCounter({ db, log }), startUsageCounter({ db, log })]
  const waiting = async (): Promise<number> =>
    (
      await database.pool.query<{ n: number }>(
        'SELECT (SELECT count(*) FROM usage_batches) + (SELECT count(*) FROM live_changes) AS n',
      )
    ).rows[0]?.n ?? -1
  await expect.poll(waiting).toBe(0)
  await Promise.all(counters.map(({ stop }) => stop()))
  const bytes = sims.length * ROUNDS * BYTES
  expect(await sums()).toEqual({ days: bytes, sessions: bytes, records: sims.length * (ROUNDS + 1), ended: sims.length })
  const kept = await db.selectFrom('data_sessions').select(['apn', 'cell_id']).distinct().execute()
  expect(kept).toEqual([{ apn: 'iot.test', cell_id: ROUNDS % 7 }])
})

test('a message that cannot be stored is quarantined, and the others are counted', async () => {
  const before = await sums()
  const [bad, ...good] = sims.slice(0, 20)
  if (!bad) throw new Error('no SIMs')
  // ten rows, the bad one in the first
  await storeUsageMessages(db, [...good.map((sim) => report(sim, 'B', 1)), report(bad, 'B', 1, { ip: 'nowhere' })], START)
  for (let round = 2; round <= 10; round++)
    await storeUsageMessages(
      db,
      good.map((sim) => report(sim, 'B', round)),
      START,
    )
  await countAll({ db, log })
  const after = await sums()
  expect((after?.days ?? 0) - (before?.days ?? 0)).toBe(good.length * 10 * BYTES)
  expect((after?.sessions ?? 0) - (before?.sessions ?? 0)).toBe(good.length * 10 * BYTES)
  const left = await db.selectFrom('usage_batches').select(['messages', 'problem']).execute()
  expect(left).toHaveLength(1)
  expect(left[0]?.problem).toContain('nowhere')
  expect(left[0]?.messages).toContain(bad.imsi)
})

test('a message counted before leaves one usage record and the same sums', async () => {
  const before = await sums()
  const [sim] = sims
  if (!sim) throw new Error('no SIMs')
  await storeUsageMessages(db, [report(sim, 'A', 5), report(sim, 'C', 1), report(sim, 'C', 1)], START)
  await countAll({ db, log })
  const after = await sums()
  expect((after?.records ?? 0) - (before?.records ?? 0)).toBe(1)
  expect((after?.days ?? 0) - (before?.days ?? 0)).toBe(BYTES)
})

test('a message is counted when the partition of its month is attached meanwhile', async () => {
  const [sim] = sims
  if (!sim) throw new Error('no SIMs')
  const at = new Date('2031-01-15T00:00:00Z')
  await storeUsageMessages(db, [{ ...report(sim, 'D', 1), atMs: at.getTime() }], at)
  const attaching = await database.pool.connect()
  try {
    await attaching.query('BEGIN')
    await attaching.query('CREATE TABLE usage_records_2031_01 (LIKE usage_records INCLUDING DEFAULTS INCLUDING INDEXES)')
    await attaching.query(
      `ALTER TABLE usage_records ATTACH PARTITION usage_records_2031_01 FOR VALUES FROM ('2031-01-01') TO ('2031-02-01')`,
    )
    const counted = countAll({ db, log }).catch((error: unknown) => error)
    const blocked = async () =>
      (
        await database.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'usage_records_rest'::regclass`,
        )
      ).rows[0]?.n
    await expect.poll(blocked).toBe(1)
    await attaching.query('COMMIT')
    await counted
  } finally {
    attaching.release()
  }
  await countAll({ db, log })
  const { rows } = await database.pool.query<{ bytes: number }>(
    'SELECT sum(used_bytes)::float8 AS bytes FROM usage_records_2031_01',
  )
  expect(rows[0]?.bytes).toBe(BYTES)
})
