import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

type Db = Database | DatabaseTransaction
type Field = NonNullable<CallData<typeof uploadOperationFile>['columns'][number]['field']>
type OfFile = Pick<OperationRow, 'companyId' | 'fileId'>

/** The number of the field's column in a file's rows, from 1; undefined when it has none. */
export async function columnOfField(db: Db, { companyId, fileId }: OfFile, field: Field): Promise<number | undefined> {
  if (fileId === null) return undefined
  const { rows } = await sql<{ number: number }>`
    SELECT e.number::int FROM operation_files f, jsonb_array_elements(f.columns) WITH ORDINALITY AS e(file_column, number)
    WHERE f.company_id = ${companyId} AND f.file_id = ${fileId} AND e.file_column ->> 'field' = ${field}`.execute(db)
  return rows[0]?.number
}

/** What the field's column holds in the file, by line: nothing without a file or the column, nor for a row that ends before it. */
export async function cellsOfField(
  db: Db,
  operation: OfFile,
  claimed: readonly ClaimedLine[],
  field: Field,
): Promise<ReadonlyMap<number, string>> {
  const number = await columnOfField(db, operation, field)
  if (number === undefined) return new Map()
  const { companyId, fileId } = operation
  const { rows } = await sql<{ line: number; cell: string }>`
    SELECT line, cells[${number}::int] AS cell FROM operation_file_lines
    WHERE company_id = ${companyId} AND file_id = ${fileId} AND line = ANY(${claimed.map(({ line }) => line)}::int[])
      AND cells[${number}::int] IS NOT NULL`.execute(db)
  return new Map(rows.map(({ line, cell }) => [line, cell]))
}
