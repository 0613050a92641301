import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { TestSim } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { storeUsageMessages } from './intake.ts'
import { countAll } from './usage-counter.ts'
import type { UsageMessage, UsageRecord } from './usage-record.ts'

const NOON_MS = Date.parse('2026-11-21T12:00:00Z')
const database = await createFleetDatabase(new Date(NOON_MS))
const { db } = database
const sims = database.sims.filter(({ status }) => status === 2)
afterAll(() => database.drop())

/** A report of a gateway without a clock: its time is that of its receipt, and nothing gives its place in the session. */
const report = (
  sim: TestSim,
  name: string,
  receivedS: number,
  bytes: number,
  kind: UsageRecord['kind'] = 'updated',
): UsageRecord => ({
  ...{ kind, clientId: 1, nas: 'ggsn0', imsi: sim.imsi, sessionKey: 'S-1' },
  ...{ atMs: NOON_MS + receivedS * 1000, hasSourceClock: false },
  ...{ inputBytes: 0, outputBytes: bytes, facts: {}, fingerprint: name },
})
const reset = (name: string, receivedS: number, nas: string): UsageMessage => ({
  ...{ kind: 'reset', clientId: 1, nas, atMs: NOON_MS + receivedS * 1000, fingerprint: name },
})

/** Counts the batches one after the other. */
async function count(...batches: readonly UsageMessage[][]): Promise<void> {
  for (const messages of batches) {
    await storeUsageMessages(db, messages, new Date(NOON_MS))
    await countAll({ db, log: pino({ level: 'silent' }) })
  }
}

async function countedOf({ iccid }: TestSim) {
  const sessions = await db
    .selectFrom('data_sessions')
    .select(['data_bytes', 'stopped_at'])
    .where('iccid', '=', iccid)
    .orderBy('started_at')
    .execute()
  const records = await db.selectFrom('usage_records').select('at').where('iccid', '=', iccid).execute()
  return {
    bytes: sessions.map(({ data_bytes }) => data_bytes),
    open: sessions.filter((one) => !one.stopped_at).length,
    records: records.length,
  }
}

test('a packet that two processes received is counted once, although a later one was counted between', async () => {
  const [apart, together, ended] = sims
  if (!apart || !together || !ended) throw new Error('no SIMs')
  await count([report(apart, 'A', 10, 100)], [report(apart, 'B', 12, 250)], [report(apart, 'A', 14, 100)])
  expect(await countedOf(apart)).toEqual({ bytes: [250], open: 1, records: 2 })
  await count([report(together, 'A', 10, 100), report(together, 'B', 12, 250), report(together, 'A', 14, 100)])
  expect(await countedOf(together)).toEqual({ bytes: [250], open: 1, records: 2 })
  // its start begins no second session
  const start = (receivedS: number) => report(ended, 'A', receivedS, 0, 'started')
  await count([start(10)], [report(ended, 'B', 20, 70, 'stopped')], [start(28)])
  expect(await countedOf(ended)).toEqual({ bytes: [70], open: 0, records: 2 })
})

test('the same counters in another packet, or long after, are a restarted counter', async () => {
  const sim = sims[3]
  if (!sim) throw new Error('no SIMs')
  await count([report(sim, 'A', 0, 100)], [report(sim, 'B', 10, 250)], [report(sim, 'C', 20, 100)], [report(sim, 'A', 200, 50)])
  expect(await countedOf(sim)).toEqual({ bytes: [400], open: 1, records: 4 })
})

test('a restart of an access server that is received twice ends only the sessions that it lost', async () => {
  const [old, young] = sims.slice(4)
  if (!old || !young) throw new Error('no SIMs')
  const of = (sim: TestSim, name: string, receivedS: number, bytes: number) => ({
    ...report(sim, name, receivedS, bytes),
    nas: 'pgw-7',
  })
  await count([of(old, 'A', 0, 100)], [reset('R', 10, 'pgw-7')], [of(young, 'B', 12, 10)], [reset('R', 14, 'pgw-7')])
  expect(await countedOf(old)).toMatchObject({ bytes: [100], open: 0 })
  await count([of(young, 'C', 20, 90)])
  expect(await countedOf(young)).toMatchObject({ bytes: [90], open: 1 })
  await count([reset('S', 30, 'pgw-7')])
  expect(await countedOf(young)).toMatchObject({ bytes: [90], open: 0 })
})
