import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { createFleet, type TestSim } from '#test/fleet.ts'
import { markStaleSessions } from './mark-stale-sessions.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)

const database = await createTestDatabase()
const db = createDatabase(database.pool)
const connected = (await createFleet(db, NOW)).sims.filter(({ gprs }) => gprs === 1)
await db
  .updateTable('sim_live')
  .set({ updated_at: ago(1) })
  .execute()
afterAll(() => database.drop())

const report = (sim: TestSim | undefined, at: Date) =>
  db
    .updateTable('sim_live')
    .set({ updated_at: at, connection_started_at: ago(600) })
    .where('iccid', '=', sim?.iccid ?? '')
    .execute()
const statusOf = async (sim: TestSim | undefined): Promise<number | undefined> =>
  (
    await db
      .selectFrom('sim_live')
      .select('gprs_status')
      .where('iccid', '=', sim?.iccid ?? '')
      .executeTakeFirst()
  )?.gprs_status

test('a session without a report for two intervals plus 15 minutes is marked stale, once, and not a minute earlier', async () => {
  const [stale, quiet, slow] = connected
  await report(stale, ago(46))
  await report(quiet, ago(44))
  // a gateway that was set up to report every half hour
  const client = { client_id: 9, name: 'Slow', addresses: '10.0.0.0/8', secret: '', interim_seconds: 1_800, updated_at: NOW }
  await db.insertInto('radius_clients').values(client).execute()
  await report(slow, ago(70))
  const session = {
    company_id: slow?.companyId ?? 0,
    iccid: slow?.iccid ?? '',
    session_key: 'S',
    started_at: ago(600),
    client_id: 9,
  }
  await db.insertInto('data_sessions').values(session).execute()
  // after an outage of the portal, silence before it does not count
  expect(await markStaleSessions(db, NOW, ago(10))).toBe(0)
  expect(await markStaleSessions(db, NOW, ago(1_000))).toBe(1)
  expect(await markStaleSessions(db, NOW, ago(1_000))).toBe(0)
  expect([await statusOf(stale), await statusOf(quiet), await statusOf(slow)]).toEqual([0, 1, 1])
  const { rows } = await sql<{ kept: number; real: number }>`
    SELECT (SELECT sum(sims)::int FROM sim_tallies WHERE gprs_status = 1) AS kept,
      (SELECT count(*)::int FROM sim_live WHERE gprs_status = 1) AS real`.execute(db)
  expect(rows[0]?.kept).toBe(rows[0]?.real)
})
