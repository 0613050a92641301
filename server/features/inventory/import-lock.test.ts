import { expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { createTestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import { failAbandonedImports } from './import-lock.ts'

test('what fails under the lock of an import gives its connection back, so that the pool can be closed', async () => {
  const database = await createTestDatabase()
  const now = new Date()
  const home = createDatabase(database.pool)
  await createFleet(home, now)
  const row = { file_name: 'a.csv', file_bytes: 0, format: '{}', actor: '', created_at: now, updated_at: now }
  await home
    .insertInto('imports')
    .values({ ...row, company_id: COMPANIES.operator, state: 'applying' })
    .execute()
  // the lock has the only connection, so that nothing can be written
  const { connectionString } = database
  const pool = createPool({ connectionString, max: 1, connectionTimeoutMs: 300 })
  const services = { pool, db: createDatabase(pool), clock: () => now }
  await expect(failAbandonedImports(services)).rejects.toThrow('timeout exceeded')
  const ended = await Promise.race([pool.end().then(() => true), new Promise((resolve) => setTimeout(resolve, 3_000, false))])
  expect(ended).toBe(true)
  await database.drop()
})
