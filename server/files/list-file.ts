import type { Readable } from 'node:stream'
import { XLSX } from '#contract/fields.ts'
import { decodeTsv } from '#contract/list-codec.ts'
import type { Language } from '#domain/languages.ts'
import { copiedLines } from '../db/copied-lines.ts'
import { writeCsv } from './csv-writer.ts'
import type { FileCell, FileColumn } from './table.ts'
import { writeXlsx } from './xlsx-writer.ts'

export const LIST_FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX,
  tsv: 'text/tab-separated-values; charset=utf-8',
} as const

interface ListTable {
  readonly columns: readonly FileColumn[]
  readonly rows: AsyncIterable<FileCell[]>
  readonly language: Language
}

/** A list for people as a file, streamed. Spreadsheets in Spanish take the comma for decimals, so their CSV is apart by semicolons. */
export function listFile(format: 'csv' | 'xlsx', fileName: string, { columns, rows, language }: ListTable) {
  const content =
    format === 'xlsx' ? writeXlsx(columns, rows) : writeCsv(columns, rows, { separator: language === 'es' ? ';' : ',' })
  return { contentType: LIST_FILE_TYPES[format], fileName, content }
}

/** Rows of cells of text that was copied out of the database: some thousands at a time, for one by one they cost more than what they hold. */
export async function* copiedRows(copied: Readable): AsyncGenerator<(string | null)[][]> {
  for await (const lines of copiedLines(copied)) yield decodeTsv(lines)
}
