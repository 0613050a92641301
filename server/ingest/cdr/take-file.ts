import type { Database } from '../../db/database.ts'
import { openTable, type TableFile } from '../../files/table-reader.ts'
import { UnreadableFile } from '../../files/unreadable-file.ts'
import { storeUsageMessages } from '../../usage/intake.ts'
import type { UsageRecord } from '../../usage/usage-record.ts'
import { COLUMNS, type Column, type LineProblem, REQUIRED, readLine } from './read-line.ts'

export interface BadLine {
  readonly line: number
  readonly problem: LineProblem
}

export interface TakenFile {
  readonly records: number
  readonly badLines: readonly BadLine[]
  /** why it could not be read at all; '' when it could */
  readonly problem: string
}

/** Lines that are told; more are only counted in the file's own numbers. */
const MOST_TOLD = 10_000

/**
 * Takes a file of charging records in, all of it or nothing. When it resolves, its good lines are durable and wait to be counted.
 * The same file again changes nothing: a line says what a session used in all.
 */
export async function takeFile(db: Database, path: string, name: string, now: Date): Promise<TakenFile> {
  const taken = await tryFile(db, path, name, now)
  const { records, badLines, problem } = taken
  await db.insertInto('cdr_files').values({ name, records, bad_lines: badLines.length, problem, taken_at: now }).execute()
  return taken
}

const unread = (problem: string): TakenFile => ({ records: 0, badLines: [], problem })

async function tryFile(db: Database, path: string, name: string, now: Date): Promise<TakenFile> {
  try {
    const table = await openTable(path)
    const columns = await columnsOf(table)
    const missing = REQUIRED.filter((column) => !columns.has(column))
    if (missing.length > 0) return unread(`missing columns: ${missing.join(', ')}`)
    return await db.transaction().execute(async (trx) => {
      let records = 0
      const badLines: BadLine[] = []
      for await (const { rows } of table.batches()) {
        const good: UsageRecord[] = []
        for (const { line, cells } of rows) {
          if (cells.every((cell) => cell.trim() === '') || isHeader(cells)) continue
          const read = readLine((column) => cells[columns.get(column) ?? -1]?.trim() ?? '', name)
          if (typeof read !== 'string') good.push(read)
          else if (badLines.length < MOST_TOLD) badLines.push({ line, problem: read })
        }
        records += good.length
        if (good.length > 0) await storeUsageMessages(trx, good, now)
      }
      return { records, badLines, problem: '' }
    })
  } catch (error) {
    if (error instanceof UnreadableFile) return unread(error.reason)
    throw error
  }
}

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name)
const clean = (cell: string): string => cell.trim().toLowerCase()
const isHeader = (cells: readonly string[]): boolean => REQUIRED.every((column) => cells.some((cell) => clean(cell) === column))

/** Where each column is, by the first row. */
async function columnsOf({ batches }: TableFile): Promise<ReadonlyMap<Column, number>> {
  const columns = new Map<Column, number>()
  for await (const { rows } of batches()) {
    for (const [index, cell] of (rows[0]?.cells ?? []).entries()) {
      const name = clean(cell)
      if (isColumn(name) && !columns.has(name)) columns.set(name, index)
    }
    break
  }
  return columns
}
