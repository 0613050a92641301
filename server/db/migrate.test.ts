import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { administer, withDatabase } from '#test/postgres-admin.ts'
import { migrate } from './migrate.ts'
import { isFrom } from './version.ts'

const folder = mkdtempSync(join(tmpdir(), 'enlace-migrations-'))
const { adminUrl, template } = inject('testPostgres')
const database = `${template}_migrate`
const url = withDatabase(adminUrl, database)

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

async function rowsOf(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(() => administer(adminUrl, `CREATE DATABASE ${database}`))

beforeEach(async () => {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  write('0001_create_things.sql', 'CREATE TABLE things (thing_id integer PRIMARY KEY); -- a comment; with a semicolon\n')
  write('0002_fill_things.sql', "INSERT INTO things VALUES (1);\nINSERT INTO things SELECT 2 WHERE ';' = $$;$$;\n")
  await rowsOf('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await administer(adminUrl, `DROP DATABASE ${database}`)
})

test('applies what is missing, in order, once', async () => {
  expect(await migrate(url, folder)).toEqual(['0001_create_things', '0002_fill_things'])
  expect(await migrate(url, folder)).toEqual([])
  expect(await rowsOf('SELECT thing_id FROM things ORDER BY 1')).toEqual([{ thing_id: 1 }, { thing_id: 2 }])
})

test('several processes at once apply each migration once', async () => {
  const done = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(done.flat().toSorted()).toEqual(['0001_create_things', '0002_fill_things'])
})

test('on a database of a newer version that works beside it an older one goes on', async () => {
  await migrate(url, folder)
  rmSync(join(folder, '0002_fill_things.sql'))
  expect(await migrate(url, folder)).toEqual([])
})

test('a database of a newer version that does not is refused with a sentence', async () => {
  await migrate(url, folder)
  rmSync(join(folder, '0002_fill_things.sql'))
  await rowsOf("COMMENT ON TABLE schema_migrations IS 'Works with Enlace from 1000.0.0 on'")
  await expect(migrate(url, folder)).rejects.toThrow(
    /^The database was made by a newer version of Enlace \(its migration 0002_fill_things/,
  )
})

test('a migration that was changed after it had been applied is refused', async () => {
  await migrate(url, folder)
  write('0001_create_things.sql', 'CREATE TABLE things (thing_id bigint PRIMARY KEY);')
  await expect(migrate(url, folder)).rejects.toThrow(/^The migration 0001_create_things is not the one that was applied/)
})

test('turned line ends are no change', async () => {
  await migrate(url, folder)
  write('0002_fill_things.sql', "INSERT INTO things VALUES (1);\r\nINSERT INTO things SELECT 2 WHERE ';' = $$;$$;\r\n")
  expect(await migrate(url, folder)).toEqual([])
})

test('a failing migration leaves nothing behind and names the statement', async () => {
  write('0003_break_things.sql', 'CREATE TABLE more (id integer);\nINSERT INTO nowhere VALUES (1);')
  await expect(migrate(url, folder)).rejects.toThrow(
    'The migration 0003_break_things failed at "INSERT INTO nowhere VALUES (1) …"',
  )
  expect(await rowsOf("SELECT to_regclass('more') AS found")).toEqual([{ found: null }])
  expect(await rowsOf('SELECT max(version) AS version FROM schema_migrations')).toEqual([{ version: 2 }])
})

test('a gap in the numbers is refused', async () => {
  write('0004_skip_one.sql', 'SELECT 1')
  await expect(migrate(url, folder)).rejects.toThrow('should have the number 0003')
})

test('a migration that the version before does not bear waits until its processes are stopped', async () => {
  for (let number = 3; number < 44; number++) write(`${String(number).padStart(4, '0')}_do_nothing.sql`, 'SELECT 1')
  await migrate(url, folder)
  write('0044_drop_triggers.sql', 'SELECT 1')
  const old = new Client({ connectionString: url, application_name: 'enlace' })
  await old.connect()
  try {
    await expect(migrate(url, folder)).rejects.toThrow('this update needs all of them stopped')
  } finally {
    await old.end()
  }
  await expect.poll(() => migrate(url, folder).catch(() => 'refused')).toEqual(['0044_drop_triggers'])
})

test.each([
  ['0.2.0', '0.2.0', true],
  ['0.10.0', '0.9.9', true],
  ['0.2.0', '0.2.1', false],
  ['0.2.0', '1.0.0', false],
])('%s is from %s on: %s', (version, oldest, expected) => {
  expect(isFrom(version, oldest)).toBe(expected)
})
