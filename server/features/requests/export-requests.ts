import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { encodeTsv, type RowOf } from '#contract/list-codec.ts'
import { REQUEST_STATE_WORDS, REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { type exportRequests as exportCall, requestList } from '#contract/requests/requests.calls.ts'
import type { Sentence } from '#contract/sentence.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { rawRows } from '../../db/raw-rows.ts'
import { LIST_FILE_TYPES, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { requestQuery } from './requests.queries.ts'

/** Requests in one file: more than a company makes in its life. */
const MOST_ROWS = 50_000

type Name = keyof RowOf<typeof requestList>
type Row = readonly (string | null)[]
type Words = Readonly<Record<string, Sentence>>

const cell = (row: Row, name: Name): string => row[requestList.names.indexOf(name)] ?? ''
const moment = (text: string): FileCell => (text === '' ? null : new Date(text))
const word = (known: Words, text: string, language: Language): string => known[text]?.[language] ?? text

interface Shown {
  readonly name: keyof typeof REQUEST_WORDS
  readonly kind: FileColumn['kind']
  readonly cell: (row: Row, language: Language) => FileCell
}

/** The columns for people, in the order of the page. */
const SHOWN: readonly Shown[] = [
  { name: 'requestId', kind: 'number', cell: (row) => Number(cell(row, 'requestId')) },
  { name: 'company', kind: 'text', cell: (row) => cell(row, 'company') },
  { name: 'creationDate', kind: 'date', cell: (row) => moment(cell(row, 'creationDate')) },
  { name: 'resolutionDate', kind: 'date', cell: (row) => moment(cell(row, 'resolutionDate')) },
  { name: 'requestingUser', kind: 'text', cell: (row) => cell(row, 'requestingUser') },
  { name: 'simQuantity', kind: 'number', cell: (row) => Number(cell(row, 'simQuantity')) },
  { name: 'type', kind: 'text', cell: (row, language) => word(REQUEST_TYPE_WORDS, cell(row, 'type'), language) },
  { name: 'status', kind: 'text', cell: (row, language) => word(REQUEST_STATE_WORDS, cell(row, 'status'), language) },
]

/** The list as a file. */
export async function exportRequests(
  ctx: Ctx,
  { format, ...filter }: CallInput<typeof exportCall>['query'],
): Promise<FileAnswer> {
  const rows = await rawRows(ctx.pool, ctx.db, requestQuery(ctx, filter, { limit: MOST_ROWS }))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `solicitudes-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from([encodeTsv(requestList.names, rows)]) : fileFor(format, rows, ctx.language),
  }
}

function fileFor(format: 'csv' | 'xlsx', rows: readonly Row[], language: Language): Readable {
  const columns = SHOWN.map(({ name, kind }): FileColumn => ({ header: REQUEST_WORDS[name][language], kind }))
  return writeListFile(format, { columns, rows: cellsOf(rows, language), language })
}

async function* cellsOf(rows: readonly Row[], language: Language): AsyncGenerator<FileCell[]> {
  for (const row of rows) yield SHOWN.map((shown) => shown.cell(row, language))
}
