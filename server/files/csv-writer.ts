import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FileColumn, FileRows } from './table.ts'

export interface CsvOptions {
  /** spreadsheets in Spanish expect ';', those in English ',' */
  readonly separator?: ',' | ';' | '\t'
}

/** A negative number begins like a formula but is none. */
const asText = (text: string) =>
  text.startsWith('-') && /^-\d+([.,]\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text

/**
 * A CSV file (RFC 4180), streamed: UTF-8 with a byte order mark, so that spreadsheets read accents, and CRLF. A text that a
 * spreadsheet would run as a formula (it begins with = + - @, a tab or a carriage return) gets an apostrophe before it; a number
 * below zero does not.
 */
export function writeCsv(columns: readonly FileColumn[], rows: FileRows, { separator = ',' }: CsvOptions = {}): Readable {
  const lines = stringify({
    bom: true,
    delimiter: separator,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { date: (date) => date.toISOString(), string: asText, number: (value) => asText(String(value)) },
    highWaterMark: 1 << 16,
  })
  lines.write(columns.map(({ header }) => header))
  const source = Readable.from(rows)
  source.on('error', (error) => lines.destroy(error))
  lines.on('close', () => source.destroy())
  return source.pipe(lines)
}
