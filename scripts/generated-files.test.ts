import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { printConfiguration } from './configuration-page.ts'
import { readSchema } from './database-schema.ts'
import { readDatabaseTypes } from './database-types.ts'

const onDisk = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const hint = 'stale: run `npm run generate`'
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('docs/configuration.md says what server/config.ts reads', () => {
  expect(printConfiguration(), hint).toBe(onDisk('docs/configuration.md'))
})

test('server/db/types.generated.ts are the types of the migrated database', async () => {
  expect(await readDatabaseTypes(database.connectionString), hint).toBe(onDisk('server/db/types.generated.ts'))
})

test('database/schema.sql is the structure of the migrated database', async () => {
  expect(await readSchema(database.connectionString), hint).toBe(onDisk('database/schema.sql'))
})
