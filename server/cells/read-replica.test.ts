import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { openReadReplica } from './read-replica.ts'

test('a request waits for a connection of a busy replica, longer than a poll may take', async () => {
  const { connectionString, pool, drop } = await createTestDatabase()
  const replica = await openReadReplica({ connectionString, max: 1, primary: pool, log: pino({ level: 'silent' }) })
  // its first poll has a time limit: on a busy machine the second one finds it up to date
  await expect.poll(() => replica.cellsAfter(undefined)).toBeDefined()
  const cells = await replica.cellsAfter(undefined)
  if (!cells) throw new Error('a database that is its own replica is up to date')
  const { db } = cells.home
  const busy = sql`SELECT pg_sleep(1.5)`.execute(db)
  const { rows } = await sql<{ one: number }>`SELECT 1 AS one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
  await busy
  await replica.close()
  await drop()
})
