import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import type { Database, DatabaseTransaction } from '../../db/database.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

type Db = Database | DatabaseTransaction
type Field = NonNullable<CallData<typeof uploadOperationFile>['columns'][number]['field']>
type OfFile = Pick<OperationRow, 'companyId' | 'fileId'>

/** The place of the field's column in a file's rows, from 1; undefined when it has none. */
export async function placeOfField(db: Db, { companyId, fileId }: OfFile, field: Field): Promise<number | undefined> {
  if (fileId === null) return undefined
  const { rows } = await sql<{ place: number }>`
    SELECT e.place::int FROM operation_files f, jsonb_array_elements(f.columns) WITH ORDINALITY AS e(file_column, place)
    WHERE f.company_id = ${companyId} AND f.file_id = ${fileId} AND e.file_column ->> 'field' = ${field}`.execute(db)
  return rows[0]?.place
}

/** What the field's column holds in the file, by line: nothing without a file or the column, nor for a row that ends before it. */
export async function cellsOfField(
  db: Db,
  operation: OfFile,
  claimed: readonly ClaimedLine[],
  field: Field,
): Promise<ReadonlyMap<number, string>> {
  const place = await placeOfField(db, operation, field)
  if (place === undefined) return new Map()
  const { companyId, fileId } = operation
  const { rows } = await sql<{ line: number; cell: string }>`
    SELECT line, cells[${place}::int] AS cell FROM operation_file_lines
    WHERE company_id = ${companyId} AND file_id = ${fileId} AND line = ANY(${claimed.map(({ line }) => line)}::int[])
      AND cells[${place}::int] IS NOT NULL`.execute(db)
  return new Map(rows.map(({ line, cell }) => [line, cell]))
}
