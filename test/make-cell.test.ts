import { afterAll, expect, inject, test } from 'vitest'
import { makeCell } from '#server/cells/make-cell.ts'
import { TABLE_PLACES, type TablePlace } from '#server/db/table-places.ts'
import { readSchema } from '../scripts/database-schema.ts'
import { createTestDatabase } from './database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())
const { firstSchema } = inject('testPostgres')

async function make(schema: string): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await makeCell(client, schema)
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

const tableOf = (definition: string): string | undefined => /^CREATE TABLE (\w+)/.exec(definition)?.[1]

/** The definitions of a schema's tables of a place, each with its indexes. */
async function definitions(schema: string, isMeant: (place: TablePlace) => boolean): Promise<string[]> {
  const parts = (await readSchema(database.connectionString, schema)).split('\n\n')
  return parts.filter((part) => {
    const table = tableOf(part)
    return table !== undefined && isMeant(TABLE_PLACES[table as keyof typeof TABLE_PLACES])
  })
}

test('a new cell has the tables of the first, and no others; numbers come from the same sequences', async () => {
  await make('cell_new')
  expect(await definitions('cell_new', () => true)).toEqual(await definitions(firstSchema, (place) => place === 'cell'))
  const numberIn = async (schema: string): Promise<number> => {
    const { rows } = await database.pool.query<{ id: number }>(
      `INSERT INTO ${schema}.sim_events (company_id, iccid, at, kind) VALUES (1, '1', now(), 'created') RETURNING event_id AS id`,
    )
    return rows[0]?.id ?? 0
  }
  const first = await numberIn(firstSchema)
  expect([await numberIn('cell_new'), await numberIn(firstSchema)]).toEqual([first + 1, first + 2])
  const { rows: seeded } = await database.pool.query('SELECT count(*)::int AS rows FROM cell_new.alarm_version')
  expect(seeded).toEqual([{ rows: 1 }])
})

test('months are partitions there too, each with the indexes of its table', async () => {
  const months = async (schema: string) => {
    const { rows } = await database.pool.query<{ name: string; indexes: number }>(
      `SELECT relname AS name, (SELECT count(*)::int FROM pg_index WHERE indrelid = c.oid) AS indexes
       FROM pg_class c WHERE relispartition AND relkind = 'r' AND relnamespace = $1::regnamespace ORDER BY 1`,
      [schema],
    )
    return rows
  }
  await make('cell_months')
  const made = await months('cell_months')
  expect(made.length).toBeGreaterThan(1)
  expect(made).toEqual(await months(firstSchema))
})
