import { afterAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { failWrites } from '#test/fail-writes.ts'
import { createHealthRecorder } from './health-recorder.ts'

const START = new Date('2026-11-21T12:00:00Z')
const ID = 'north'
const FAULT = { cause: 'unavailable', text: 'connection refused' }

const database = await createTestDatabase()
const db = createDatabase(database.pool)
await db.insertInto('networks').values({ network_id: ID, name: ID, kind: 'simulated', updated_at: START }).execute()
await db.insertInto('network_health').values({ network_id: ID, since: START }).execute()
afterAll(() => database.drop())

test('what could not be written is written with what comes after', async () => {
  let now = START
  const recorder = createHealthRecorder(db, ID, () => now)
  recorder.record({ call: 'suspend', ms: 40 })
  now = new Date(START.getTime() + 1_000)
  recorder.record({ call: 'suspend', ms: 90, fault: FAULT })
  const allow = await failWrites(db, 'network_minutes', 'refused')
  const failed = recorder.flush()
  recorder.record({ call: 'suspend', ms: 90, fault: FAULT })
  await expect(failed).rejects.toThrow('failing')
  await allow()
  now = new Date(START.getTime() + MINUTE_MS)
  recorder.record({ call: 'resume', ms: 90, fault: FAULT })
  await recorder.flush()
  await recorder.flush()

  const minutes = await db.selectFrom('network_minutes').selectAll().orderBy('minute').execute()
  expect(minutes).toMatchObject([
    { minute: START, calls: 3, failures: 2 },
    { minute: now, calls: 1, failures: 1 },
  ])
  expect(minutes.map(({ latencies }) => latencies.reduce((sum, count) => sum + count, 0))).toEqual([3, 1])
  const faults = await db.selectFrom('network_faults').select(['call', 'times']).orderBy('call').execute()
  expect(faults).toEqual([
    { call: 'resume', times: 1 },
    { call: 'suspend', times: 2 },
  ])
  const [health] = await db.selectFrom('network_health').selectAll().execute()
  expect(health).toMatchObject({ last_success_at: START, failing_since: new Date(START.getTime() + 1_000) })
})
