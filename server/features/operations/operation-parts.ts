import { AppError } from '#server/app-error.ts'
import { fromEachCell, withinEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { scopeOf } from '#server/db/scope.ts'
import { findOperation, lockOperation, type OperationRow, wholeRow } from './operation-row.ts'

/** An operation as one cell has it: that of an operator has a row, with the counts of the lines there, in each cell of its SIMs. */
export interface OperationPart {
  /** in the cell of the part */
  readonly ctx: Ctx
  readonly row: OperationRow
}

export type OperationParts = readonly [OperationPart, ...OperationPart[]]

/** Undefined when the reader has no such operation. */
export async function findParts(ctx: Ctx, operationId: number): Promise<OperationParts | undefined> {
  const scope = scopeOf(ctx.actor)
  const found = await fromEachCell(ctx, async (cell) => ({ ctx: cell, row: await findOperation(cell.db, scope, operationId) }))
  const [first, ...others] = found.flatMap(({ row, ...part }) => (row ? [{ ...part, row }] : []))
  // a draft has a row in the cell of its company alone, and its SIMs are in all that may be read
  if (first?.row.state === 'draft')
    others.push(...found.flatMap(({ ctx: cell, row }) => (row ? [] : [{ ctx: cell, row: first.row }])))
  return first && [first, ...others]
}

/** @throws AppError not_found */
export async function requireParts(ctx: Ctx, operationId: number): Promise<OperationParts> {
  const parts = await findParts(ctx, operationId)
  if (!parts) throw new AppError('not_found')
  return parts
}

/** The context that reads the cells of the parts, and no other. */
export function inCellsOf([{ ctx }, ...others]: OperationParts): Ctx {
  return { ...ctx, readableCells: [ctx, ...others.map((part) => part.ctx)].flatMap(({ readableCells }) => readableCells) }
}

export const wholeOf = ([{ row }, ...others]: OperationParts): OperationRow =>
  wholeRow([row, ...others.map((part) => part.row)])

/** Work on each part that is still there, its row locked, one after the other within a transaction of the first. */
export async function lockParts<T extends object>(
  trx: DatabaseTransaction,
  parts: OperationParts,
  work: (trx: DatabaseTransaction, row: OperationRow) => Promise<T>,
): Promise<T[]> {
  return withinEachCell(trx, inCellsOf(parts), async (inside) => {
    const row = await lockOperation(inside, parts[0].row)
    return row && work(inside, row)
  })
}
