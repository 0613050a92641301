import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { createFleet } from '#test/fleet.ts'
import { deleteOldSessions } from './delete-old-sessions.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)

const database = await createTestDatabase()
const db = createDatabase(database.pool)
afterAll(() => database.drop())

test('old sessions are deleted, reported open ones are kept, and no sum changes', async () => {
  const [sim] = (await createFleet(db, NOW)).sims
  const name = { company_id: sim?.companyId ?? 0, iccid: sim?.iccid ?? '', data_bytes: 7 }
  const sessions = [
    { session_key: 'ended', started_at: ago(120), stopped_at: ago(101), counted_at: ago(101) },
    { session_key: 'ended later', started_at: ago(120), stopped_at: ago(99), counted_at: ago(99) },
    { session_key: 'silent', started_at: ago(120), counted_at: ago(101) },
    { session_key: 'never counted', started_at: ago(101) },
    { session_key: 'still at work', started_at: ago(300), counted_at: ago(0) },
  ]
  await db
    .insertInto('data_sessions')
    .values(sessions.map((session) => ({ ...name, ...session })))
    .execute()
  await db
    .insertInto('usage_days')
    .values({ ...name, day: '2026-07-24' })
    .execute()
  expect(await deleteOldSessions(db, NOW)).toBe(3)
  expect(await deleteOldSessions(db, NOW)).toBe(0)
  const left = await db.selectFrom('data_sessions').select('session_key').where('data_bytes', '=', 7).execute()
  expect(left.map(({ session_key }) => session_key).sort()).toEqual(['ended later', 'still at work'])
  const { rows } = await sql<{ bytes: number }>`SELECT sum(data_bytes)::bigint AS bytes FROM usage_days`.execute(db)
  expect(rows).toEqual([{ bytes: 7 }])
})
