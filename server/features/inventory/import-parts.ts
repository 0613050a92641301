import { sql } from 'kysely'
import { withinCell } from '#server/cells/cell-context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { createStaging, type Staging, stagingOf, stagingTable } from './staging.ts'

type Db = Database | DatabaseTransaction

interface CellOfImport {
  readonly cellId: number
  readonly schema: string
  /** the cell of the connection, to which the file is read */
  readonly isOwn: boolean
  /** it has lines of the import, or had some */
  readonly isStaged: boolean
}

/** What a cell has of an import: the lines about its SIMs, and about new ones of its companies. */
export interface ImportPart extends CellOfImport {
  readonly importId: number
  readonly staging: Staging
}

/** Every cell, in order, whether it has a part of the import or not. */
export async function cellsOfImport(db: Db, importId: number): Promise<ImportPart[]> {
  const { rows } = await sql<CellOfImport>`
    SELECT cell_id AS "cellId", schema_name AS schema, schema_name = current_schema() AS "isOwn",
      to_regclass(format('%I.%I', schema_name, ${stagingTable(importId, 'problems')}::text)) IS NOT NULL AS "isStaged"
    FROM cells ORDER BY cell_id`.execute(db)
  return rows.map((cell) => ({ ...cell, importId, staging: stagingOf(importId, cell.schema) }))
}

export async function partsOf(db: Db, importId: number): Promise<ImportPart[]> {
  return (await cellsOfImport(db, importId)).filter(({ isStaged }) => isStaged)
}

/** Work in the cell of each part, one after the other, within a transaction. */
export async function inEachPart<T>(
  trx: DatabaseTransaction,
  parts: readonly ImportPart[],
  work: (trx: DatabaseTransaction, part: ImportPart) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  for (const part of parts) {
    done.push(part.isOwn ? await work(trx, part) : await withinCell(trx, part, (inside) => work(inside, part)))
  }
  return done
}

/** Makes the tables of a part; with several cells, lines are read and moved by their number. */
export async function makePart(db: Db, { staging }: ImportPart, cells: readonly ImportPart[]): Promise<void> {
  await createStaging(db, staging)
  if (cells.length > 1) await sql`CREATE INDEX ON ${staging.lines} (line)`.execute(db)
}

/** Makes the tables into which the file is read, anew. */
export async function restage(db: Database, importId: number): Promise<Staging> {
  await dropStaging(db, importId)
  const cells = await cellsOfImport(db, importId)
  const own = cells.find(({ isOwn }) => isOwn)
  if (!own) throw new Error('the connection is in no cell')
  await makePart(db, own, cells)
  return own.staging
}

/** Drops what every cell has of an import. */
export async function dropStaging(db: Db, importId: number): Promise<void> {
  for (const { staging } of await partsOf(db, importId)) {
    const { lines, problems, repeats, known } = staging
    await sql`DROP TABLE IF EXISTS ${lines}, ${repeats}, ${known}, ${problems}`.execute(db)
  }
}
