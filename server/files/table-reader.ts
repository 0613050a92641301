import { open } from 'node:fs/promises'
import { type DelimitedFormat, detectDelimited, readDelimited } from './csv-reader.ts'
import type { TableBatch } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { listSheets, readSheet } from './xlsx-reader.ts'

export type TableFormat =
  | DelimitedFormat
  | { readonly kind: 'xlsx'; readonly sheet: string; readonly sheets: readonly string[] }

export interface TableFile {
  readonly format: TableFormat
  readonly totalBytes: number
  /** every row from the first one, header included; can be called again for another pass */
  readonly batches: () => AsyncGenerator<TableBatch>
}

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04]
/** A compound file: .xls, or an .xlsx behind a password. */
const COMPOUND_MAGIC = [0xd0, 0xcf, 0x11, 0xe0]
const HEAD_BYTES = 1 << 16

/**
 * Opens a CSV, TSV or XLSX file by its content, whatever its name.
 * @param sheet for XLSX: the name of the sheet; the first visible one by default
 * @throws UnreadableFile for any other format
 */
export async function openTable(path: string, { sheet }: { sheet?: string | undefined } = {}): Promise<TableFile> {
  const { head, totalBytes } = await readHead(path)
  if (totalBytes === 0) throw new UnreadableFile('empty_file')
  const begins = (magic: readonly number[]): boolean => magic.every((byte, index) => head[index] === byte)
  if (begins(COMPOUND_MAGIC)) throw new UnreadableFile('old_excel')
  if (begins(ZIP_MAGIC)) return openSheet(path, totalBytes, sheet)
  const format = await detectDelimited(path, head)
  return { format, totalBytes, batches: () => readDelimited(path, format) }
}

async function openSheet(path: string, totalBytes: number, sheetName: string | undefined): Promise<TableFile> {
  const sheets = await listSheets(path)
  const sheet = sheetName ?? sheets[0]
  if (sheet === undefined || !sheets.includes(sheet)) throw new UnreadableFile('no_sheet')
  return { format: { kind: 'xlsx', sheet, sheets }, totalBytes, batches: () => readSheet(path, sheet) }
}

async function readHead(path: string): Promise<{ head: Buffer; totalBytes: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { head: buffer.subarray(0, bytesRead), totalBytes: size }
  } finally {
    await file.close()
  }
}
