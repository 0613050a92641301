import { type RawBuilder, sql } from 'kysely'
import { copyToCell, deleteRows } from '#server/cells/carry-rows.ts'
import { withinCell } from '#server/cells/cell-context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import {
  copyOperation,
  finishIfDone,
  markSpanning,
  notifyChanged,
  notifyDue,
  type OperationRow,
  readOperation,
  recount,
} from './operation-row.ts'

interface Schemas {
  readonly from: string
  readonly to: string
}

/**
 * Takes open lines of other companies' operations along with their SIMs to another cell, in the transaction of the cell that they leave.
 * Lines that a process holds are free there, as if it had died. Final lines stay, as the history does.
 * @param companies whose SIMs go
 */
export async function carryOpenLines(
  trx: DatabaseTransaction,
  schemas: Schemas,
  companies: readonly number[],
  now: Date,
): Promise<void> {
  const ofSims = sql`t.sim_company_id = ANY(${[...companies]}::int[]) AND t.company_id <> ALL(${[...companies]}::int[])
    AND t.state IN ('pending', 'running')`
  const { rows } = await sql<{ companyId: number; operationId: number }>`
    SELECT DISTINCT company_id AS "companyId", operation_id AS "operationId" FROM operation_items t
    WHERE ${ofSims} ORDER BY 1, 2`.execute(trx)
  for (const key of rows) {
    const operation = await readOperation(trx, key)
    if (operation) await carryLinesOf(trx, { schemas, operation, ofSims, now })
  }
}

interface LinesMove {
  readonly schemas: Schemas
  readonly operation: OperationRow
  /** on operation_items t */
  readonly ofSims: RawBuilder<unknown>
  readonly now: Date
}

async function carryLinesOf(trx: DatabaseTransaction, { schemas, operation, ofSims, now }: LinesMove): Promise<void> {
  const { companyId, operationId, fileId } = operation
  const [isThere, hasFile] = await withinCell(trx, { schema: schemas.to }, async (inside) => [
    (await readOperation(inside, operation)) !== undefined,
    await hasFileThere(inside, operation),
  ])
  if (!hasFile) await copyToCell(trx, schemas, 'operation_files', sql`t.company_id = ${companyId} AND t.file_id = ${fileId}`)
  if (!isThere) await copyOperation(trx, operation, schemas)
  const lines = sql`t.company_id = ${companyId} AND t.operation_id = ${operationId} AND ${ofSims}`
  await sql`UPDATE operation_items t SET worker_id = NULL, due_at = ${now} WHERE ${lines} AND state = 'running' AND worker_id IS NOT NULL`.execute(
    trx,
  )
  if (fileId !== null) {
    const ofLines = sql`t.company_id = ${companyId} AND t.file_id = ${fileId} AND t.line IN (SELECT t.line FROM operation_items t WHERE ${lines})`
    await copyToCell(trx, schemas, 'operation_file_lines', ofLines)
    await deleteRows(trx, schemas.from, 'operation_file_lines', ofLines)
  }
  await copyToCell(trx, schemas, 'operation_items', lines)
  await deleteRows(trx, schemas.from, 'operation_items', lines)
  const settle = async (inside: DatabaseTransaction): Promise<void> => {
    await markSpanning(inside, operation)
    // a part that had ended goes on with the lines that came
    await sql`
      UPDATE operations SET state = ${operation.state}, finished_at = NULL
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'finished'`.execute(inside)
    await recount(inside, operation)
    if (operation.state === 'running') await notifyDue(inside, operation)
  }
  await settle(trx)
  await withinCell(trx, { schema: schemas.to }, settle)
  await finishIfDone(trx, operation, now)
  await notifyChanged(trx, operation)
}

/** True for an operation without a file. */
async function hasFileThere(trx: DatabaseTransaction, { companyId, fileId }: OperationRow): Promise<boolean> {
  if (fileId === null) return true
  const { rows } = await sql`SELECT FROM operation_files WHERE company_id = ${companyId} AND file_id = ${fileId}`.execute(trx)
  return rows.length > 0
}
