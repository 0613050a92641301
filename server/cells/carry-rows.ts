import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'

interface Schemas {
  readonly from: string
  readonly to: string
}

/** Columns that a copy takes over: all but generated ones. */
async function columnsOf(trx: DatabaseTransaction, schema: string, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = to_regclass(${`${schema}.${table}`}) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`.execute(trx)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** Copies rows of a table from one cell to another as they are, numbers included. @returns how many */
export async function copyToCell(
  trx: DatabaseTransaction,
  { from, to }: Schemas,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const columns = await columnsOf(trx, from, table)
  const { numAffectedRows = 0n } = await sql`
    WITH t AS (SELECT ${columns} FROM ${sql.table(`${from}.${table}`)} AS t WHERE ${condition})
    INSERT INTO ${sql.table(`${to}.${table}`)} (${columns}) SELECT ${columns} FROM t`.execute(trx)
  return Number(numAffectedRows)
}

/** Deletes rows of a cell's table. @returns how many */
export async function deleteRows(
  trx: DatabaseTransaction,
  schema: string,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${sql.table(`${schema}.${table}`)} AS t WHERE ${condition}`.execute(trx)
  return Number(numAffectedRows)
}

/**
 * Moves rows of several tables from one cell to another, in the transaction: copied in the order given, deleted in the other.
 * @param conditionOf on the rows `t` of a table
 */
export async function carryRows(
  trx: DatabaseTransaction,
  schemas: Schemas,
  tables: readonly string[],
  conditionOf: (table: string) => RawBuilder<unknown>,
): Promise<void> {
  const copied = new Map<string, number>()
  for (const table of tables) copied.set(table, await copyToCell(trx, schemas, table, conditionOf(table)))
  for (const table of tables.toReversed()) {
    const deleted = await deleteRows(trx, schemas.from, table, conditionOf(table))
    // rows that go with others (ON DELETE CASCADE) are deleted before their own turn
    if (deleted > (copied.get(table) ?? 0))
      throw new Error(`${table}: ${deleted} rows were deleted, ${copied.get(table)} copied`)
  }
}
