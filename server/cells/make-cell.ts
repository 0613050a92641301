import type { ClientBase } from 'pg'
import { CELL_TABLES } from '../db/table-places.ts'

/** Rows that migrations put into tables of a cell. */
const SEEDS = ['INSERT INTO alarm_version (version) VALUES (1)']

interface Source {
  readonly schema: string
  readonly tables: readonly string[]
}

/**
 * Makes an empty cell with the tables of an existing one, as they are today: columns, checks, keys, indexes and months. Numbers come
 * from the same sequences, so that one names one row among all cells, and a later one is greater. The client has begun a transaction.
 * @returns the number of the cell
 */
export async function makeCell(client: ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query<{ next: number; source: string }>(
    'SELECT max(cell_id) + 1 AS next, (array_agg(schema_name ORDER BY cell_id))[1] AS source FROM cells',
  )
  const [{ next, source: from } = { next: 1, source: 'public' }] = rows
  const source: Source = { schema: from, tables: CELL_TABLES }
  // definitions then name tables of the source without its schema, so that they hold for the new one
  await client.query(`SET LOCAL search_path = ${source.schema}, public`)
  const tables = await statements(client, TABLES, source)
  const keys = await statements(client, KEYS_AND_INDEXES, source)
  const months = await statements(client, PARTITIONS, source)
  const references = await statements(client, REFERENCES, source)
  await client.query(`CREATE SCHEMA ${schema}`)
  await client.query(`SET LOCAL search_path = ${schema}, public`)
  for (const statement of [...tables, ...keys, ...months, ...references]) {
    await client.query(statement.replaceAll('$new', schema))
  }
  for (const seed of SEEDS) await client.query(seed)
  await client.query('INSERT INTO cells (cell_id, schema_name) VALUES ($1, $2)', [next, schema])
  return next
}

async function statements(client: ClientBase, query: string, { schema, tables }: Source): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(query, [schema, tables])
  return rows.map(({ statement }) => statement)
}

const OF_SOURCE = `c.relnamespace = to_regnamespace($1::text) AND c.relname = ANY($2)`

/** What the options of CREATE TABLE … LIKE leave out stands below: keys and indexes keep their names, months their bounds. */
const TABLES = `
  SELECT format('CREATE TABLE $new.%1$I (LIKE %2$I.%1$I INCLUDING ALL EXCLUDING INDEXES EXCLUDING STATISTICS)', relname, $1::text)
    || coalesce(' PARTITION BY ' || pg_get_partkeydef(c.oid), '')
    || coalesce(' WITH (' || array_to_string(reloptions, ', ') || ')', '') AS statement
  FROM pg_class c WHERE ${OF_SOURCE} ORDER BY relname`

const KEYS_AND_INDEXES = `
  SELECT format('ALTER TABLE $new.%I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(k.oid)) AS statement
  FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid WHERE ${OF_SOURCE} AND contype IN ('p', 'u', 'x')
  UNION ALL
  SELECT regexp_replace(pg_get_indexdef(indexrelid), ' ON (ONLY )?\\S+ USING', format(' ON $new.%I USING', c.relname))
  FROM pg_index JOIN pg_class c ON c.oid = indrelid
  WHERE ${OF_SOURCE} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))`

const PARTITIONS = `
  SELECT format('CREATE TABLE $new.%I PARTITION OF $new.%I %s', p.relname, c.relname, pg_get_expr(p.relpartbound, p.oid))
    || coalesce(' WITH (' || array_to_string(p.reloptions, ', ') || ')', '') AS statement
  FROM pg_class c JOIN pg_inherits ON inhparent = c.oid JOIN pg_class p ON p.oid = inhrelid WHERE ${OF_SOURCE} ORDER BY p.relname`

const REFERENCES = `
  SELECT format('ALTER TABLE $new.%I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(k.oid)) AS statement
  FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid WHERE ${OF_SOURCE} AND contype = 'f' AND conparentid = 0`
