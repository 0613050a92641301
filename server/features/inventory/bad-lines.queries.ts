import { sql } from 'kysely'
import { FIELD_NAMES, PROBLEM_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import type { InventoryField } from '#domain/inventory-columns.ts'
import type { LineProblem } from '#domain/inventory-line.ts'
import type { Language } from '#domain/languages.ts'
import { mergeSorted } from '#server/cells/merge.ts'
import type { Database } from '#server/db/database.ts'
import type { FileCell, FileColumn } from '#server/files/table.ts'
import { type ImportPart, partsOf } from './import-parts.ts'

export interface BadLine {
  readonly line: number
  readonly field: InventoryField
  readonly value: string
  readonly reason: LineProblem
  /** the earlier line that this one collides with */
  readonly otherLine: number | null
}

const BATCH = 5_000

/** The problems of an import by line, at most `limit`; each with a key to continue after. */
export async function listBadLines(
  db: Database,
  importId: number,
  limit: number,
  after = { line: 0, field: '' },
): Promise<BadLine[]> {
  const parts = await partsOf(db, importId)
  const lines = await Promise.all(parts.map((part) => badLinesOf(db, part, limit, after)))
  // all problems of a line are in one part
  return mergeSorted(lines, (a, b) => a.line - b.line, limit)
}

async function badLinesOf(
  db: Database,
  { staging }: ImportPart,
  limit: number,
  after: { readonly line: number; readonly field: string },
): Promise<BadLine[]> {
  const { rows } = await sql<BadLine>`
    SELECT line, field, value, reason, other_line AS "otherLine" FROM ${staging.problems}
    WHERE (line, field) > (${after.line}, ${after.field}) ORDER BY line, field LIMIT ${limit}`.execute(db)
  return rows
}

export const badLineColumns = (language: Language): FileColumn[] => {
  const headers =
    language === 'es' ? ['Línea', 'Campo', 'Valor', 'Motivo', 'Código'] : ['Line', 'Field', 'Value', 'Reason', 'Code']
  return headers.map((header, index) => ({ header, kind: index === 0 ? 'number' : 'text' }))
}

/** The sentence for a bad line: the problem, and the earlier line that it collides with. */
export function badLineSentence({ reason, otherLine }: BadLine, language: Language): string {
  const sentence = PROBLEM_SENTENCES[reason][language]
  if (otherLine === null) return sentence
  return `${sentence} (${language === 'es' ? 'línea' : 'line'} ${otherLine})`
}

/** All bad lines as rows of a file, streamed. */
export async function* badLineRows(db: Database, importId: number, language: Language): AsyncGenerator<FileCell[]> {
  let after = { line: 0, field: '' }
  for (;;) {
    const lines = await listBadLines(db, importId, BATCH, after)
    for (const bad of lines)
      yield [bad.line, FIELD_NAMES[bad.field][language], bad.value, badLineSentence(bad, language), bad.reason]
    const last = lines.at(-1)
    if (!last || lines.length < BATCH) return
    after = { line: last.line, field: last.field }
  }
}
