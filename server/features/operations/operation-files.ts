import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { FILE_SENTENCES, MAPPING_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { encodeLine } from '#contract/list-codec.ts'
import { OPERATION_FILE_MAX_BYTES, type uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import { normaliseIccid } from '#domain/identifiers.ts'
import { findHeader, foldName, HEAD_ROWS, type InventoryField } from '#domain/inventory-columns.ts'
import { invalidField } from '#server/app-error.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Cell } from '#server/cells/cells.ts'
import type { Ctx } from '#server/context.ts'
import { type CopyTarget, copyInto } from '#server/db/copy-into.ts'
import { storeUpload } from '#server/files/store-upload.ts'
import type { TableRow } from '#server/files/table.ts'
import { openTable, type TableFile } from '#server/files/table-reader.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { mapPerServer } from '#server/http/map-per-server.ts'
import { audit } from '#server/records/audit.ts'
import { cellsOfLines } from './divide-lines.ts'
import { cutCell, type FileLine, fileLines, type LineLayout } from './file-lines.ts'

type Answer = CallData<typeof uploadOperationFile>
type Field = Answer['columns'][number]['field']

const SAMPLES = 3

interface Layout extends LineLayout {
  readonly columns: Answer['columns']
}

const turnsOf = mapPerServer<Promise<unknown>>()

/** The files of a company are read one after the other in a process: each may hold 320 MB of strings. */
function inTurn<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const turns = turnsOf(ctx)
  const key = String(ctx.actor.companyId)
  const done = (turns.get(key) ?? Promise.resolve()).then(work)
  const ended: Promise<unknown> = done
    .catch(() => undefined)
    .finally(() => {
      if (turns.get(key) === ended) turns.delete(key)
    })
  turns.set(key, ended)
  return done
}

/** Receives a file: its rows are kept until an operation is started from it, or for a day. */
export async function receiveFile(ctx: Ctx, fileName: string, content: Readable): Promise<Answer> {
  const { path } = await storeUpload(join(ctx.config.DATA_DIR, 'operations'), content, OPERATION_FILE_MAX_BYTES)
  try {
    return await inTurn(ctx, async () => {
      const table = await openTable(path)
      const layout = describe(await headOf(table))
      return storeRows(ctx, fileName, table, layout)
    })
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField('file', FILE_SENTENCES[error.reason])
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function headOf(table: TableFile): Promise<TableRow[]> {
  for await (const { rows } of table.batches())
    return rows.slice(0, HEAD_ROWS).map(({ line, cells }) => ({ line, cells: cells.map(cutCell) }))
  return []
}

const FIELDS: Readonly<Partial<Record<InventoryField, Exclude<Field, null>>>> = {
  iccid: 'icc',
  iccidWithoutCheckDigit: 'icc',
  customField1: 'customField1',
  customField2: 'customField2',
  device: 'device',
  tags: 'tags',
}

/** Headers of a column of groups, folded. */
const GROUP_HEADERS: ReadonlySet<string> = new Set(['grupo', 'group'])

/** The fields of the file's columns, by its header; a plain list of ICCs needs none. */
function describe(head: readonly TableRow[]): Layout {
  const bare = head[0]?.cells.findIndex((cell) => normaliseIccid(cell) !== undefined) ?? -1
  if (bare >= 0) {
    const columns = (head[0]?.cells ?? []).map((_, column) => ({
      header: column === bare ? 'ICC' : `${column + 1}`,
      samples: samplesOf(head, column),
      field: column === bare ? ('icc' as const) : null,
    }))
    return { headerLine: 0, iccColumn: bare, isBare: false, columns }
  }
  const { index, mapping } = findHeader(head.map(({ cells }) => cells))
  const iccColumn = mapping.findIndex((field) => field === 'iccid' || field === 'iccidWithoutCheckDigit')
  if (iccColumn < 0) throw invalidField('file', MAPPING_SENTENCES.iccid_missing)
  const rest = head.slice(index + 1)
  const columns = (head[index]?.cells ?? []).map((header, column) => {
    const field = mapping[column]
    // an inventory's column of that name is custom field 2
    const own = GROUP_HEADERS.has(foldName(header)) ? ('group' as const) : undefined
    return { header, samples: samplesOf(rest, column), field: own ?? (field && FIELDS[field]) ?? null }
  })
  return { headerLine: head[index]?.line ?? 0, iccColumn, isBare: mapping[iccColumn] === 'iccidWithoutCheckDigit', columns }
}

const samplesOf = (rows: readonly TableRow[], column: number): string[] =>
  rows.slice(0, SAMPLES).map(({ cells }) => cells[column] ?? '')

async function storeRows(ctx: Ctx, fileName: string, table: TableFile, layout: Layout): Promise<Answer> {
  const fileId = await insertFile(ctx, fileName, layout)
  try {
    const lines = await copyRows(ctx, fileId, table, layout)
    await fromEachCell(ctx, ({ db }) =>
      sql`UPDATE operation_files SET lines = ${lines} WHERE ${ofFile(ctx, fileId)}`.execute(db),
    )
    await audit(ctx.db, ctx, { action: 'file.uploaded', entity: 'file', entityId: String(fileId), after: { fileName, lines } })
    return { fileId, fileName, lines, columns: layout.columns }
  } catch (error) {
    await fromEachCell(ctx, ({ db }) => sql`DELETE FROM operation_files WHERE ${ofFile(ctx, fileId)}`.execute(db))
    throw error
  }
}

const ofFile = ({ actor }: Ctx, fileId: number) => sql`company_id = ${actor.companyId} AND file_id = ${fileId}`

/** The file has a row in each cell that the actor may read; each line is in the cell of its SIM. */
async function insertFile(ctx: Ctx, fileName: string, { columns }: Layout): Promise<number> {
  const { companyId, userId } = ctx.actor
  const row = {
    company_id: companyId,
    file_name: fileName,
    columns: JSON.stringify(columns),
    lines: 0,
    user_id: userId,
    created_at: ctx.now,
  }
  const [own, ...others] = ctx.readableCells
  if (!own) throw new Error('an actor has a cell')
  const { file_id } = await own.db.insertInto('operation_files').values(row).returning('file_id').executeTakeFirstOrThrow()
  for (const { db } of others)
    await db
      .insertInto('operation_files')
      .values({ ...row, file_id })
      .execute()
  return file_id
}

/** @returns how many lines there are */
async function copyRows(ctx: Ctx, fileId: number, table: TableFile, layout: Layout): Promise<number> {
  const copies = new Map<Cell, CopyTarget>()
  let lines = 0
  try {
    for (const cell of ctx.readableCells)
      copies.set(
        cell,
        await copyInto(cell.pool, 'operation_file_lines (company_id, file_id, line, given, iccid, other_iccid, cells)'),
      )
    for await (const found of fileLines(table, layout)) {
      const places = await cellsOfLines(
        ctx.db,
        ctx,
        found.map(({ iccids }) => iccids),
      )
      const numbered = found.map((line, index) => ({ line, cell: places[index], number: lines + index + 1 }))
      for (const [cell, copy] of copies) {
        const text = numbered
          .filter((one) => one.cell === cell)
          .map(({ line, number }) => encodeFileLine([ctx.actor.companyId, fileId, number], line))
        if (text.length > 0) await copy.write(text.join(''))
      }
      lines += found.length
    }
    for (const copy of copies.values()) await copy.end()
    return lines
  } catch (error) {
    for (const copy of copies.values()) await copy.abort()
    throw error
  }
}

function encodeFileLine(key: readonly number[], { given, iccids: [iccid = '', other], cells }: FileLine): string {
  return `${encodeLine([...key, given, iccid, other, arrayText(cells)])}\n`
}

/** An array in PostgreSQL's text format (manual, section 8.15.6). */
const arrayText = (cells: readonly string[]): string =>
  `{${cells.map((cell) => `"${cell.replaceAll('\0', '').replace(/["\\]/g, '\\$&')}"`).join(',')}}`
