import { operationStateOf } from '#domain/operations.ts'
import { AppError } from '../../app-error.ts'
import { fromEachCell } from '../../cells/cell-context.ts'
import { addUp } from '../../cells/merge.ts'
import type { Ctx } from '../../context.ts'
import { scopeOf } from '../../db/scope.ts'
import { findOperation, type OperationRow } from './operation-row.ts'

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
  others.reduce((whole, part) => combined(whole, part.row), row)

const COUNTS = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const

function combined(a: OperationRow, b: OperationRow): OperationRow {
  const starts = [a.startedAt, b.startedAt].filter((at) => at !== null)
  return {
    ...a,
    ...addUp(['total'], a, b),
    counts: addUp(COUNTS, a.counts, b.counts),
    state: operationStateOf([a.state, b.state]),
    startedAt: starts.sort((one, other) => one.getTime() - other.getTime())[0] ?? null,
    finishedAt: a.finishedAt && b.finishedAt && (a.finishedAt > b.finishedAt ? a.finishedAt : b.finishedAt),
  }
}
