import { Readable } from 'node:stream'
import {
  ALL_PLANS,
  NOTICE_ACTION_WORDS,
  NOTICE_KIND_WORDS,
  NOTICE_MAIL_WORDS,
  NOTICE_WORDS,
} from '#contract/alarms/alarm-messages.ts'
import { type exportNotices as exportCall, noticeList } from '#contract/alarms/alarms.calls.ts'
import type { CallInput } from '#contract/call.ts'
import { decodeTsv, type RowOf } from '#contract/list-codec.ts'
import type { Sentence } from '#contract/sentence.ts'
import type { Language } from '#domain/languages.ts'
import { exportedMb } from '#domain/megabytes.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { copiedLines, LIST_FILE_TYPES, SHEET_ROWS, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { noticeQuery } from './notices.queries.ts'

type Query = CallInput<typeof exportCall>['query']
type Name = keyof RowOf<typeof noticeList>
type Row = readonly (string | null)[]

const cell = (row: Row, name: Name): string => row[noticeList.names.indexOf(name)] ?? ''
const moment = (text: string): FileCell => (text === '' ? null : new Date(text))
const words = (known: Readonly<Record<string, Sentence>>, word: string, language: Language) => known[word]?.[language] ?? word

interface Shown {
  readonly name: keyof typeof NOTICE_WORDS
  readonly kind: FileColumn['kind']
  readonly cell: (row: Row, language: Language) => FileCell
}

/** The columns for people, in the order of the page. */
const SHOWN: readonly Shown[] = [
  { name: 'date', kind: 'date', cell: (row) => moment(cell(row, 'date')) },
  { name: 'alarm', kind: 'number', cell: (row) => Number(cell(row, 'alarmId')) },
  { name: 'company', kind: 'text', cell: (row) => cell(row, 'companyName') },
  { name: 'plan', kind: 'text', cell: (row, language) => cell(row, 'planName') || ALL_PLANS[language] },
  { name: 'icc', kind: 'text', cell: (row) => cell(row, 'icc') },
  { name: 'kind', kind: 'text', cell: (row, language) => words(NOTICE_KIND_WORDS, cell(row, 'kind'), language) },
  { name: 'usedMb', kind: 'number', cell: (row) => exportedMb(Number(cell(row, 'used'))) },
  { name: 'limitMb', kind: 'number', cell: (row) => Number(cell(row, 'limit')) },
  { name: 'mail', kind: 'text', cell: (row, language) => words(NOTICE_MAIL_WORDS, cell(row, 'mail'), language) },
  { name: 'action', kind: 'text', cell: (row, language) => words(NOTICE_ACTION_WORDS, cell(row, 'action'), language) },
  { name: 'restoredAt', kind: 'date', cell: (row) => moment(cell(row, 'restoredAt')) },
]

/** What alarms said as a file. A sheet holds the newest that it has rows for. */
export async function exportNotices(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const copied = await copyRows(ctx.pool, ctx.db, noticeQuery(ctx, filter, format === 'xlsx' ? SHEET_ROWS : undefined))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `alarmas-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(renamed(copied)) : fileFor(format, copied, ctx.language),
  }
}

function fileFor(format: 'csv' | 'xlsx', copied: Readable, language: Language): Readable {
  const columns = SHOWN.map(({ name, kind }): FileColumn => ({ header: NOTICE_WORDS[name][language], kind }))
  return writeListFile(format, { columns, rows: cellsOf(copied, language), language })
}

/** The list's own names above its rows. */
async function* renamed(copied: Readable): AsyncGenerator<string> {
  yield `${noticeList.names.join('\t')}\n`
  yield* copiedLines(copied)
}

async function* cellsOf(copied: Readable, language: Language): AsyncGenerator<FileCell[]> {
  for await (const lines of copiedLines(copied)) {
    for (const row of decodeTsv(lines)) yield SHOWN.map((shown) => shown.cell(row, language))
  }
}
