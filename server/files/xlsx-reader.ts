import type { TableBatch } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { SheetRows } from './xlsx-sheet-rows.ts'
import { readSharedStrings, readWorkbook } from './xlsx-workbook.ts'
import { parseXmlStream } from './xml-parts.ts'
import { openZip } from './zip-entries.ts'

const MAX_SHEET_BYTES = 4 * 1024 ** 3
const BATCH_ROWS = 2_000

/** The names of the visible sheets of a workbook, in their order. */
export async function listSheets(path: string): Promise<string[]> {
  const zip = await openZip(path)
  try {
    return (await readWorkbook(zip)).sheets.map(({ name }) => name)
  } finally {
    zip.close()
  }
}

/**
 * The rows of a sheet as text, streamed. Numbers are as they were stored, dates 'YYYY-MM-DD HH:MM:SS', rows numbered as in
 * the spreadsheet. Memory holds the workbook's shared strings and one batch.
 */
export async function* readSheet(path: string, sheetName: string): AsyncGenerator<TableBatch> {
  const zip = await openZip(path)
  try {
    const workbook = await readWorkbook(zip)
    const sheet = workbook.sheets.find(({ name }) => name === sheetName)
    if (!sheet) throw new UnreadableFile('no_sheet')
    const read = { bytes: 0 }
    const sheetRows = new SheetRows(await readSharedStrings(zip, workbook, read), workbook)
    const source = await zip.stream(sheet.part, MAX_SHEET_BYTES, read)
    try {
      for await (const _ of parseXmlStream(source, sheetRows.handlers)) {
        if (sheetRows.waiting >= BATCH_ROWS) yield { rows: sheetRows.take(), bytesRead: Math.round(read.bytes) }
      }
    } finally {
      source.destroy()
    }
    if (sheetRows.waiting > 0) yield { rows: sheetRows.take(), bytesRead: Math.round(read.bytes) }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('broken_spreadsheet', { cause: error })
  } finally {
    zip.close()
  }
}
