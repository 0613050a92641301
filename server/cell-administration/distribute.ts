import type { ClientBase } from 'pg'
import { CELL_TABLES, TABLE_PLACES } from '../db/table-places.ts'
import { StartFailure } from '../start-failure.ts'

const CATALOGUE_TABLES = Object.entries(TABLE_PLACES).flatMap(([table, place]) => (place === 'catalogue' ? [table] : []))

/** What is still to be done to have a database's cells placed by Citus, a statement each. */
export async function distributionSteps(client: ClientBase): Promise<string[]> {
  return [...(await firstCellSteps(client)), ...(await catalogueSteps(client)), ...(await schemaSteps(client))]
}

/** @throws StartFailure when the database has no Citus */
export async function requireCitus(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  if (rows.length === 0)
    throw new StartFailure('The database has no extension citus; its documentation says how nodes are made and added.')
}

/** The name of the first cell once it is a schema of its own. */
export const FIRST_CELL = 'cell1'

/** Tables of the first cell leave `public`, where tables of the directory stay. */
async function firstCellSteps(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM cells JOIN pg_class c ON relnamespace = to_regnamespace(schema_name)
     WHERE schema_name = 'public' AND relkind IN ('r', 'p') AND (relname = ANY($1)
       OR EXISTS (SELECT FROM pg_inherits JOIN pg_class p ON p.oid = inhparent WHERE inhrelid = c.oid AND p.relname = ANY($1)))
     ORDER BY relispartition, relname`,
    [CELL_TABLES],
  )
  if (rows.length === 0) return []
  return [
    `CREATE SCHEMA ${FIRST_CELL}`,
    ...rows.map(({ name }) => `ALTER TABLE public.${name} SET SCHEMA ${FIRST_CELL}`),
    `UPDATE cells SET schema_name = '${FIRST_CELL}' WHERE schema_name = 'public'`,
  ]
}

/** Each table of the catalogue after those that it refers to. */
async function catalogueSteps(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `SELECT c.relname AS name, coalesce((SELECT array_agg(DISTINCT f.relname::text) FROM pg_constraint k JOIN pg_class f ON f.oid = confrelid
       WHERE conrelid = c.oid AND contype = 'f' AND f.oid <> c.oid), '{}') AS needs
     FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1)
       AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid) ORDER BY 1`,
    [CATALOGUE_TABLES],
  )
  const left = new Map(rows.map(({ name, needs }) => [name, needs]))
  const ordered: string[] = []
  while (left.size > 0) {
    const ready = [...left].filter(([, needs]) => !needs.some((one) => left.has(one))).map(([name]) => name)
    if (ready.length === 0) throw new Error('foreign keys of the catalogue go in a circle')
    for (const name of ready) left.delete(name)
    ordered.push(...ready)
  }
  return ordered.map((name) => `SELECT create_reference_table('public.${name}')`)
}

async function schemaSteps(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT schema_name AS schema FROM cells WHERE NOT EXISTS (
       SELECT FROM pg_dist_schema WHERE schemaid = to_regnamespace(schema_name)) ORDER BY cell_id`,
  )
  return rows.map(({ schema }) => `SELECT citus_schema_distribute('${schema === 'public' ? FIRST_CELL : schema}')`)
}
