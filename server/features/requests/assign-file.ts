import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FILE_SENTENCES, MAPPING_SENTENCES, tooManyLinesSentence } from '#contract/inventory/inventory-messages.ts'
import { ASSIGN_FILE_MAX_BYTES } from '#contract/requests/request-steps.calls.ts'
import { normaliseIccid, parseIccid, parseImsi, parseMsisdn } from '#domain/identifiers.ts'
import { findHeader, HEAD_ROWS, type InventoryMapping } from '#domain/inventory-columns.ts'
import { LINE_SIMS_MAX } from '#domain/requests.ts'
import { invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { storeUpload } from '#server/files/store-upload.ts'
import type { TableRow } from '#server/files/table.ts'
import { openTable } from '#server/files/table-reader.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import type { SimEntry } from './check-entries.ts'

/** The SIMs of a file: by its header, or a plain list of ICCs. */
export async function readEntries(ctx: Ctx, content: Readable): Promise<SimEntry[]> {
  const { path } = await storeUpload(join(ctx.config.DATA_DIR, 'requests'), content, ASSIGN_FILE_MAX_BYTES)
  try {
    const table = await openTable(path)
    const rows: TableRow[] = []
    for await (const batch of table.batches()) {
      rows.push(...batch.rows)
      if (rows.length > LINE_SIMS_MAX + HEAD_ROWS) throw invalidField('file', tooManyLinesSentence(LINE_SIMS_MAX))
    }
    return entriesOfRows(rows)
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField('file', FILE_SENTENCES[error.reason])
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

function entriesOfRows(rows: readonly TableRow[]): SimEntry[] {
  const bare = rows[0]?.cells.findIndex((cell) => normaliseIccid(cell) !== undefined) ?? -1
  if (bare >= 0) {
    const mapping: InventoryMapping = [...Array<null>(bare).fill(null), 'iccid']
    return rows.map((row) => entryOf(row, mapping))
  }
  const { index, mapping } = findHeader(rows.slice(0, HEAD_ROWS).map(({ cells }) => cells))
  if (!mapping.some((field) => field === 'iccid' || field === 'iccidWithoutCheckDigit'))
    throw invalidField('file', MAPPING_SENTENCES.iccid_missing)
  return rows.slice(index + 1).map((row) => entryOf(row, mapping))
}

function entryOf({ line, cells }: TableRow, mapping: InventoryMapping): SimEntry {
  const cellOf = (field: InventoryMapping[number]): string => {
    const column = mapping.indexOf(field)
    return column < 0 ? '' : (cells[column] ?? '').trim().replace(/^'/, '')
  }
  const isBare = mapping.includes('iccidWithoutCheckDigit')
  const value = cellOf(isBare ? 'iccidWithoutCheckDigit' : 'iccid')
  return {
    line,
    value,
    iccid: parseIccid(value, isBare ? 'without_check_digit' : 'complete'),
    // an invalid number is left out: the card reports it when it registers
    imsi: parseImsi(cellOf('imsi')).value ?? '',
    msisdn: parseMsisdn(cellOf('msisdn')).value ?? '',
  }
}
