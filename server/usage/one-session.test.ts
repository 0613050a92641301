import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { keepMessages } from './intake.ts'
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
  hasClock: true,
  seconds,
  inputBytes: 0,
  outputBytes: seconds * 1000,
  facts: {},
  print: `${nas} ${seconds}`,
})

test('two access servers that say the same key and the same beginning speak of one session, in one batch or in two', async () => {
  const [together = '', apart = ''] = sims.map(({ iccid }) => iccid)
  const told = (iccid: string) => [record(iccid, 'pgw-1', 60, 'updated'), record(iccid, 'pgw-2', 62, 'stopped')]
  await keepMessages(db, told(together), NOON)
  for (const message of told(apart)) {
    await keepMessages(db, [message], NOON)
    await countAll({ db, log: pino({ level: 'silent' }) })
  }
  const sessions = await db.selectFrom('data_sessions').select(['iccid', 'data_bytes', 'stopped_at']).orderBy('iccid').execute()
  const ended = new Date(NOON.getTime() + 62_000)
  expect(sessions).toEqual([together, apart].sort().map((iccid) => ({ iccid, data_bytes: 62_000, stopped_at: ended })))
})
