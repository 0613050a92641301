import { sql } from 'kysely'
import { carryRows } from '#server/cells/carry-rows.ts'
import { cellIdsOf } from '#server/cells/sim-places.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { cellsOfImport, type ImportPart, makePart } from './import-parts.ts'
import { stagingTable } from './staging.ts'

/** Lines whose places are asked for by one statement. */
const LINES_PER_QUESTION = 50_000

/**
 * Brings each line to the cell that has its SIM, or to that of its company when the SIM is new; a line that says neither stays. Repeatable,
 * for SIMs and companies move. With one cell there is nothing to do.
 * @returns every cell, with its part or without
 */
export async function divideLines(trx: DatabaseTransaction, importId: number): Promise<ImportPart[]> {
  const cells = await cellsOfImport(trx, importId)
  if (cells.length === 1) return cells
  const missing = new Set(cells.filter(({ isStaged }) => !isStaged))
  const grown = new Set<ImportPart>()
  for (const from of cells.filter(({ isStaged }) => isStaged)) {
    await eachReceiver(trx, from, cells, async (to, lines) => {
      if (missing.delete(to)) await makePart(trx, to, cells)
      await carryLines(trx, from, to, lines)
      grown.add(to)
    })
  }
  for (const { staging } of grown) await sql`ANALYZE ${staging.lines}`.execute(trx)
  return cellsOfImport(trx, importId)
}

/** Calls back for the lines of a part that belong to another cell. */
async function eachReceiver(
  trx: DatabaseTransaction,
  from: ImportPart,
  cells: readonly ImportPart[],
  send: (to: ImportPart, lines: readonly StagedLine[]) => Promise<void>,
): Promise<void> {
  let lines = await linesAfter(trx, from, 0)
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const iccids = lines.map(({ iccid }) => iccid)
    const places = await cellIdsOf(trx, iccids)
    const byCell = Map.groupBy(lines, ({ iccid, cellId }) => places.get(iccid) ?? cellId ?? from.cellId)
    for (const to of cells) {
      const theirs = byCell.get(to.cellId)
      if (to !== from && theirs) await send(to, theirs)
    }
    lines = await linesAfter(trx, from, last.line)
  }
}

interface StagedLine {
  readonly line: number
  readonly iccid: string
  /** of its company; null for a line without one */
  readonly cellId: number | null
}

async function linesAfter(trx: DatabaseTransaction, { staging }: ImportPart, after: number): Promise<StagedLine[]> {
  const { rows } = await sql<StagedLine>`
    SELECT l.line, l.iccid, c.cell_id AS "cellId" FROM ${staging.lines} l LEFT JOIN companies c ON c.company_id = l.company_id
    WHERE l.line > ${after} ORDER BY l.line LIMIT ${LINES_PER_QUESTION}`.execute(trx)
  return rows
}

/** With what is known of them within the file. */
async function carryLines(
  trx: DatabaseTransaction,
  from: ImportPart,
  to: ImportPart,
  lines: readonly StagedLine[],
): Promise<void> {
  const tables = (['lines', 'problems', 'repeats'] as const).map((name) => stagingTable(from.importId, name))
  const numbers = lines.map(({ line }) => line)
  await carryRows(trx, { from: from.schema, to: to.schema }, tables, () => sql`t.line = ANY(${numbers}::int[])`)
}
