import { Readable } from 'node:stream'
import { auditList, type exportAudit as exportCall } from '#contract/audit/audit.calls.ts'
import {
  AUDIT_WORDS,
  auditActionWord,
  auditEntityWord,
  auditFieldWord,
  auditValueWord,
} from '#contract/audit/audit-messages.ts'
import type { CallInput } from '#contract/call.ts'
import { decodeTsv, encodeLine } from '#contract/list-codec.ts'
import { differencesOf } from '#domain/differences.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { copiedLines, LIST_FILE_TYPES, SHEET_ROWS, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { auditQuery } from './audit.queries.ts'

type Query = CallInput<typeof exportCall>['query']
type Row = readonly (string | null)[]

/** The columns for people, in the order of the page. */
const SHOWN = ['at', 'actor', 'action', 'entity', 'entityId', 'changes', 'companyName', 'address', 'requestId'] as const

/** A sheet's cell holds 32 767 characters. */
const CELL_CHARACTERS = 32_000

/** The log as a file. A sheet holds the newest that it has rows for. */
export async function exportAudit(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const { language } = ctx
  const query = auditQuery(ctx, filter, format === 'xlsx' ? SHEET_ROWS : undefined)
  const rows = rowsOf(await copyRows(ctx.pool, ctx.db, query))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `audit-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(lines(rows)) : fileFor(format, rows, language),
  }
}

function fileFor(format: 'csv' | 'xlsx', rows: AsyncIterable<Row>, language: Language): Readable {
  const columns = SHOWN.map(
    (name): FileColumn => ({ header: AUDIT_WORDS[name][language], kind: name === 'at' ? 'date' : 'text' }),
  )
  return writeListFile(format, { columns, rows: cellsOf(rows, language), language })
}

async function* rowsOf(copied: Readable): AsyncGenerator<Row> {
  for await (const text of copiedLines(copied)) yield* decodeTsv(text)
}

async function* lines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `${encodeLine(auditList.names)}\n`
  for await (const row of rows) yield `${encodeLine(row)}\n`
}

async function* cellsOf(rows: AsyncIterable<Row>, language: Language): AsyncGenerator<FileCell[]> {
  for await (const row of rows) yield SHOWN.map((name) => cellOf(row, name, language))
}

function cellOf(row: Row, name: (typeof SHOWN)[number], language: Language): FileCell {
  const textOf = (column: string): string | null => row[auditList.names.indexOf(column)] ?? null
  if (name === 'changes') return changesOf(textOf('before'), textOf('after'), language)
  const value = textOf(name) ?? ''
  if (name === 'at') return new Date(value)
  if (name === 'action') return auditActionWord(value, language)
  return name === 'entity' ? auditEntityWord(value, language) : value
}

/** 'límite en MB: 5120 → 7; activa: sí → no' */
function changesOf(before: string | null, after: string | null, language: Language): string {
  const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
  return differencesOf(parse(before), parse(after))
    .map(({ path, ...one }) => {
      const [was, is] = [auditValueWord(one.before, language), auditValueWord(one.after, language)]
      return `${auditFieldWord(path, language)}: ${one.before === null ? is : `${was} → ${is}`}`
    })
    .join('; ')
    .slice(0, CELL_CHARACTERS)
}
