import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { storeUsageMessages } from './intake.ts'
import { countAll } from './usage-counter.ts'
import type { UsageRecord } from './usage-record.ts'

const NOON = new Date('2026-11-21T12:00:00Z')

const database = await createFleetDatabase(NOON)
const { db, sims } = database
afterAll(() => database.drop())

const record = (iccid: string, nas: string, seconds: number, kind: UsageRecord['kind']): UsageRecord => ({
  kind,
  clientId: 1,
  nas,
  iccid,
  sessionKey: 'S-1',
  atMs: NOON.getTime() + seconds * 1000,
  hasSourceClock: true,
  seconds,
  inputBytes: 0,
  outputBytes: seconds * 1000,
  facts: {},
  fingerprint: `${nas} ${seconds}`,
})

test('two access servers that report the same key and start mean one session, in one batch or in two', async () => {
  const [together = '', apart = ''] = sims.map(({ iccid }) => iccid)
  const pair = (iccid: string) => [record(iccid, 'pgw-1', 60, 'updated'), record(iccid, 'pgw-2', 62, 'stopped')]
  await storeUsageMessages(db, pair(together), NOON)
  for (const message of pair(apart)) {
    await storeUsageMessages(db, [message], NOON)
    await countAll({ db, log: pino({ level: 'silent' }) })
  }
  const sessions = await db.selectFrom('data_sessions').select(['iccid', 'data_bytes', 'stopped_at']).orderBy('iccid').execute()
  const ended = new Date(NOON.getTime() + 62_000)
  expect(sessions).toEqual([together, apart].sort().map((iccid) => ({ iccid, data_bytes: 62_000, stopped_at: ended })))
})
