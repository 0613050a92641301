import { RowBatch, type TableBatch } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { SheetRows } from './xlsx-sheet-rows.ts'
import { readSharedStrings, readWorkbook } from './xlsx-workbook.ts'
import { parseXmlStream } from './xml-parts.ts'
import { openZip } from './zip-entries.ts'

/** A million rows of 2 KB: some thirty cells with their tags. */
const MAX_SHEET_BYTES = 2 * 1024 ** 3

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
    const batch = new RowBatch()
    const sheetRows = new SheetRows(batch, await readSharedStrings(zip, workbook, read), workbook)
    const source = await zip.stream(sheet.part, MAX_SHEET_BYTES, read)
    try {
      for await (const _ of parseXmlStream(source, sheetRows.handlers)) {
        if (batch.isFull) yield { rows: batch.take(), bytesRead: Math.round(read.bytes) }
      }
    } finally {
      source.destroy()
    }
    if (!batch.isEmpty) yield { rows: batch.take(), bytesRead: Math.round(read.bytes) }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('broken_spreadsheet', { cause: error })
  } finally {
    zip.close()
  }
}
