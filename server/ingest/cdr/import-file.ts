import type { Database } from '#server/db/database.ts'
import { openTable, type TableFile } from '#server/files/table-reader.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import {
  CHARGING_COLUMNS,
  type ChargingColumn,
  type ChargingLineProblem,
  REQUIRED_COLUMNS,
  readChargingLine,
} from './read-line.ts'

export interface BadChargingLine {
  readonly line: number
  readonly problem: ChargingLineProblem
}

export interface ImportedChargingFile {
  readonly records: number
  readonly badLines: readonly BadChargingLine[]
  /** why the file could not be read; '' when it could */
  readonly problem: string
}

/** Bad lines that are listed per file; any further ones are not. */
const MAX_LISTED = 10_000

/**
 * Imports a file of charging records in one transaction. When it resolves, its valid lines are durable and queued for counting.
 * Importing a file again changes nothing: a line has the total usage of a session.
 */
export async function importChargingFile(db: Database, path: string, name: string, now: Date): Promise<ImportedChargingFile> {
  const imported = await storeFile(db, path, name, now)
  const { records, badLines, problem } = imported
  await db.insertInto('cdr_files').values({ name, records, bad_lines: badLines.length, problem, taken_at: now }).execute()
  return imported
}

const unreadable = (problem: string): ImportedChargingFile => ({ records: 0, badLines: [], problem })

async function storeFile(db: Database, path: string, name: string, now: Date): Promise<ImportedChargingFile> {
  try {
    const table = await openTable(path)
    const columns = await columnsOf(table)
    const missing = REQUIRED_COLUMNS.filter((column) => !columns.has(column))
    if (missing.length > 0) return unreadable(`missing columns: ${missing.join(', ')}`)
    return await db.transaction().execute(async (trx) => {
      let records = 0
      const badLines: BadChargingLine[] = []
      for await (const { rows } of table.batches()) {
        const good: UsageRecord[] = []
        for (const { line, cells } of rows) {
          if (cells.every((cell) => cell.trim() === '') || isHeader(cells)) continue
          const read = readChargingLine((column) => cells[columns.get(column) ?? -1]?.trim() ?? '', name)
          if (typeof read !== 'string') good.push(read)
          else if (badLines.length < MAX_LISTED) badLines.push({ line, problem: read })
        }
        records += good.length
        if (good.length > 0) await storeUsageMessages(trx, good, now)
      }
      return { records, badLines, problem: '' }
    })
  } catch (error) {
    if (error instanceof UnreadableFile) return unreadable(error.reason)
    throw error
  }
}

const isColumn = (name: string): name is ChargingColumn => CHARGING_COLUMNS.some((column) => column === name)
const normalise = (cell: string): string => cell.trim().toLowerCase()
const isHeader = (cells: readonly string[]): boolean =>
  REQUIRED_COLUMNS.every((column) => cells.some((cell) => normalise(cell) === column))

/** The position of each column, by the first row. */
async function columnsOf({ batches }: TableFile): Promise<ReadonlyMap<ChargingColumn, number>> {
  const columns = new Map<ChargingColumn, number>()
  for await (const { rows } of batches()) {
    for (const [index, cell] of (rows[0]?.cells ?? []).entries()) {
      const name = normalise(cell)
      if (isColumn(name) && !columns.has(name)) columns.set(name, index)
    }
    break
  }
  return columns
}
