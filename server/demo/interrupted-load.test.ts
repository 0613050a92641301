import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { ensureReferenceData } from '#server/records/reference-data.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { readSecretKey } from '#server/secrets/secret-key.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { DEMO_COMPANIES } from './companies.ts'
import { loadCompanies } from './load-companies.ts'
import { loadDemo, loadLogins } from './load-demo.ts'

const NOW = new Date('2026-11-21T12:42:00Z')

const config = loadConfig({ SECRET_KEY: randomBytes(32).toString('hex'), SMTP_URL: 'smtp://127.0.0.1:9' })
const parts = { config, secrets: createSecretBox(readSecretKey(config)) }

let database: TestDatabase
let db: Database

beforeEach(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.pool)
})
afterEach(() => database.drop())

test('a load that was cut off begins again', async () => {
  await db
    .insertInto('companies')
    .values({ company_id: 1, lineage: [1], business_name: DEMO_COMPANIES[0]?.businessName ?? '' })
    .execute()
  await db.insertInto('apns').values({ apn_id: 1, name: 'rest', apn: 'rest' }).execute()
  const loadUntilSims = (message: string): Promise<void> =>
    loadDemo({
      ...parts,
      pool: database.pool,
      now: NOW,
      progress: (step) => {
        if (step.startsWith('SIMs')) throw new Error(message)
      },
    })
  await expect(loadUntilSims('cut')).rejects.toThrow('cut')
  expect((await db.selectFrom('companies').select('company_id').execute()).length).toBe(DEMO_COMPANIES.length)
  await expect(loadUntilSims('cut again')).rejects.toThrow('cut again')
})

test('a load that was cut off past its SIMs, while it wrote what users have, leaves no user, so that it begins again', async () => {
  await ensureReferenceData(db)
  await loadCompanies(db, NOW)
  await database.pool.query('ALTER TABLE support_messages ADD CONSTRAINT cut CHECK (message_no < 4)')
  await expect(loadLogins(db, parts, NOW)).rejects.toThrow('violates check constraint "cut')
  expect(await db.selectFrom('users').select('user_id').execute()).toEqual([])
  expect(await db.selectFrom('popups').select('name').execute()).toEqual([])
})
