import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import type { HealthStatus } from './assess-health.ts'
import { deleteOldIncidents, recordIncidents } from './incidents.ts'

const START = new Date('2026-11-21T12:00:00Z')
const ID = 'north'

const database = await createTestDatabase()
const db = createDatabase(database.pool)
await db.insertInto('networks').values({ network_id: ID, name: ID, kind: 'simulated', updated_at: START }).execute()
afterAll(() => database.drop())

beforeEach(async () => {
  await db.deleteFrom('network_incidents').execute()
  await db.deleteFrom('network_health').execute()
  await db.insertInto('network_health').values({ network_id: ID, since: START }).execute()
  await db.updateTable('networks').set({ enabled: true }).execute()
})

const after = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE_MS)
const record = (minutes: number) => db.transaction().execute((trx) => recordIncidents(trx, after(minutes)))

/** The verdict that the network has from then on. */
async function judged(minutes: number, status: HealthStatus, percent: number): Promise<void> {
  await db
    .updateTable('network_health')
    .set({ status, failure_percent: percent, since: after(minutes) })
    .execute()
  await record(minutes)
}
const incidents = () =>
  db
    .selectFrom('network_incidents')
    .select(['started_at', 'ended_at', 'worst_status', 'worst_failure_percent'])
    .orderBy('started_at')
    .execute()

test('an incident lasts from the first verdict that is not ok to the next that is, and keeps the worst', async () => {
  await record(0)
  expect(await incidents()).toEqual([])
  await judged(1, 2, 30)
  await judged(10, 0, 100)
  await judged(20, 2, 15)
  expect(await incidents()).toEqual([{ started_at: after(1), ended_at: null, worst_status: 0, worst_failure_percent: 100 }])
  await judged(30, 1, 0)
  await record(31)
  expect(await incidents()).toMatchObject([{ started_at: after(1), ended_at: after(30) }])
})

test('who fails again within ten minutes continues the incident; later it is another', async () => {
  await judged(0, 2, 30)
  await judged(5, 1, 0)
  await judged(14, 2, 20)
  expect(await incidents()).toMatchObject([{ started_at: START, ended_at: null, worst_failure_percent: 30 }])
  await judged(20, 1, 0)
  await judged(31, 2, 40)
  expect(await incidents()).toMatchObject([
    { started_at: START, ended_at: after(20) },
    { started_at: after(31), ended_at: null, worst_failure_percent: 40 },
  ])
})

test('several processes that assess at once record one incident', async () => {
  await db.updateTable('network_health').set({ status: 2, failure_percent: 30 }).execute()
  await Promise.all([1, 1, 1, 1].map(record))
  expect(await incidents()).toHaveLength(1)
})

test('a network that is switched off has no incident going on', async () => {
  await judged(0, 0, 100)
  await db.updateTable('networks').set({ enabled: false }).execute()
  await record(7)
  await record(8)
  expect(await incidents()).toMatchObject([{ started_at: START, ended_at: after(7) }])
})

test('incidents are deleted a hundred days after their end', async () => {
  await judged(0, 2, 30)
  await judged(20, 1, 0)
  await judged(40, 2, 30)
  const later = (minutes: number): Date => new Date(after(minutes).getTime() + 100 * DAY_MS)
  await deleteOldIncidents(db, later(20))
  expect(await incidents()).toHaveLength(2)
  await deleteOldIncidents(db, later(21))
  expect(await incidents()).toMatchObject([{ started_at: after(40), ended_at: null }])
})
