import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createTestDatabase, dropSecondCell } from '#test/database.ts'
import { printClientCalls } from './client-calls.ts'
import { printConfiguration } from './configuration-page.ts'
import { readSchema } from './database-schema.ts'
import { readDatabaseTypes } from './database-types.ts'
import { printPicture } from './house/picture.ts'
import { printTerminalCalls } from './terminal-calls.ts'

const onDisk = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const hint = 'stale: run `npm run generate`'

/** There the tables of a cell are in its schema, and those of other machines beside them. */
const isCluster = inject('testPostgres').nodeUrls.length > 1
const database = await createTestDatabase()
if (!isCluster) await dropSecondCell(database)
afterAll(() => database.drop())

test('docs/configuration.md says what server/config.ts reads', () => {
  expect(printConfiguration(), hint).toBe(onDisk('docs/configuration.md'))
})

test('docs/pictures/house.svg shows the rooms as they are', () => {
  expect(printPicture(), hint).toBe(onDisk('docs/pictures/house.svg'))
})

test('terminal/calls.generated.ts has the calls of the contract', () => {
  expect(printTerminalCalls(), hint).toBe(onDisk('terminal/calls.generated.ts'))
})

test('client/calls.generated.ts has the calls and types of the contract', () => {
  expect(printClientCalls(), hint).toBe(onDisk('client/calls.generated.ts'))
})

test.skipIf(isCluster)('server/db/types.generated.ts are the types of the migrated database', async () => {
  expect(await readDatabaseTypes(database.connectionString), hint).toBe(onDisk('server/db/types.generated.ts'))
})

test.skipIf(isCluster)('database/schema.sql is the structure of the migrated database', async () => {
  expect(await readSchema(database.connectionString), hint).toBe(onDisk('database/schema.sql'))
})
