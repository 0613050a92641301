import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import { checkLine, type LineRules } from '#domain/inventory-line.ts'
import { copyInto } from '#server/db/copy-into.ts'
import type { Database } from '#server/db/database.ts'
import type { TableBatch, TableRow } from '#server/files/table.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { encodeProblem, encodeStagedLine, type Staging } from './staging.ts'

/** Where lines come from: a file, or a generator that makes them. */
export interface InventorySource {
  /** lines up to this one are title and header */
  readonly headerLine: number
  readonly totalBytes: number
  readonly batches: () => AsyncIterable<TableBatch>
}

interface StageOptions {
  readonly mapping: InventoryMapping
  readonly rules: LineRules
  readonly onRead: (bytesRead: number, lines: number) => void
}

/** Lines with problems after which a file is not what its mapping says, and reading on would only fill the disk. */
const MAX_PROBLEMS = 5_000_000

/** Reads and judges every line by itself, and puts the good ones and the problems of the others into their tables. */
export async function stageLines(
  { pool, db }: { pool: Pool; db: Database },
  source: InventorySource,
  staging: Staging,
  { mapping, rules, onRead }: StageOptions,
): Promise<void> {
  const good = await copyInto(pool, nameOf(db, staging.lines))
  const bad = await copyInto(pool, `${nameOf(db, staging.problems)} (line, field, value, reason)`)
  const state = { lines: 0, problems: 0 }
  try {
    for await (const { rows, bytesRead } of source.batches()) {
      const below = rows.filter(({ line }) => line > source.headerLine)
      const judged = judgeRows(below, mapping, rules)
      state.lines += judged.lines
      state.problems += judged.problems
      if (state.problems > MAX_PROBLEMS) throw new UnreadableFile('too_many_problems')
      if (judged.good !== '') await good.write(judged.good)
      if (judged.bad !== '') await bad.write(judged.bad)
      onRead(bytesRead, state.lines)
    }
    await good.end()
    await bad.end()
  } catch (error) {
    await Promise.all([good.abort(), bad.abort()])
    throw error
  }
}

const nameOf = (db: Database, table: RawBuilder<unknown>): string => table.compile(db).sql

interface Judged {
  readonly lines: number
  readonly problems: number
  /** what COPY takes */
  readonly good: string
  readonly bad: string
}

function judgeRows(rows: readonly TableRow[], mapping: InventoryMapping, rules: LineRules): Judged {
  let good = ''
  let bad = ''
  let problems = 0
  for (const { line: number, cells } of rows) {
    const checked = checkLine(cells, mapping, rules)
    if (checked.line) good += `${encodeStagedLine(number, checked.line)}\n`
    else {
      problems += checked.problems.length
      for (const problem of checked.problems) bad += `${encodeProblem(number, problem)}\n`
    }
  }
  return { lines: rows.length, problems, good, bad }
}
