import { iccidCandidates } from '#domain/identifiers.ts'
import type { Cell } from '#server/cells/cells.ts'
import { cellIdsOf } from '#server/cells/sim-places.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { GivenLines, LineSource } from './line-sources.ts'

type Db = Database | DatabaseTransaction
type Reader = Pick<Ctx, 'readableCells'>

/**
 * The cell that has the SIM of each line; the first cell, the actor's own, for those that no other has.
 * @param lines the ICCIDs that each may mean
 */
export async function cellsOfLines(
  db: Db,
  { readableCells }: Reader,
  lines: readonly (readonly string[])[],
): Promise<(Cell | undefined)[]> {
  const [own, ...others] = readableCells
  if (others.length === 0) return lines.map(() => own)
  const cellIds = await cellIdsOf(db, lines.flat())
  const byId = new Map(readableCells.map((cell) => [cell.cellId, cell]))
  const cellOf = (iccid: string): Cell | undefined => byId.get(cellIds.get(iccid) ?? 0)
  return lines.map((iccids) => iccids.map(cellOf).find((cell) => cell !== undefined) ?? own)
}

/** Given ICCs by the cell that has their SIMs, each with its number among all. */
export async function divideGiven(db: Db, ctx: Reader, given: readonly string[]): Promise<Map<Cell, GivenLines>> {
  const [own, ...others] = ctx.readableCells
  if (!own) throw new Error('an actor has a cell')
  if (others.length === 0) return new Map([[own, { given }]])
  const cells = await cellsOfLines(db, ctx, given.map(iccidCandidates))
  const parts = new Map<Cell, { given: string[]; numbers: number[] }>()
  for (const [index, icc] of given.entries()) {
    const cell = cells[index] ?? own
    const part = parts.get(cell) ?? { given: [], numbers: [] }
    parts.set(cell, part)
    part.given.push(icc)
    part.numbers.push(index + 1)
  }
  return parts
}

/**
 * What a source gives in each cell: of a list the ICCs there, of a file its lines there (see operation-files.ts), of a filter what it finds
 * there, with numbers after those of the cells before.
 */
export async function divideSource(
  db: Db,
  ctx: Reader,
  source: LineSource,
): Promise<(cell: Cell, linesBefore: number) => LineSource> {
  if (source.kind === 'file') return () => source
  if (source.kind === 'filter') return (_, offset) => ({ ...source, offset })
  const parts = await divideGiven(db, ctx, source.given)
  return (cell) => ({ kind: 'list', ...(parts.get(cell) ?? { given: [] }) })
}
