import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { decodeTsv, encodeLine } from '#contract/list-codec.ts'
import { SMS_STATES } from '#contract/sims/sim-tools.calls.ts'
import { type exportSmsReport as exportCall, smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import { SMS_PLATFORM_WORDS, SMS_REPORT_WORDS, SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { copiedLines, LIST_FILE_TYPES, SHEET_ROWS, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { smsReportQuery, withSentence } from './sms-report.queries.ts'

type Query = CallInput<typeof exportCall>['query']
type Name = keyof (typeof smsReportList)['columns']
type Row = readonly (string | null)[]

/** The columns for people, in the order of the page. */
const SHOWN = [
  ['date', 'date'],
  ['icc', 'text'],
  ['result', 'text'],
  ['cause', 'text'],
  ['message', 'text'],
  ['segments', 'number'],
  ['platform', 'text'],
  ['user', 'text'],
  ['company', 'text'],
  ['settledAt', 'date'],
] as const satisfies readonly (readonly [keyof typeof SMS_REPORT_WORDS, FileColumn['kind']])[]

/** The report as a file. A sheet holds the newest that it has rows for. */
export async function exportSmsReport(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const { language } = ctx
  const query = smsReportQuery(ctx, filter, format === 'xlsx' ? SHEET_ROWS : undefined)
  const rows = rowsOf(await copyRows(ctx.pool, ctx.db, query), language)
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `sms-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(lines(rows)) : fileFor(format, rows, language),
  }
}

function fileFor(format: 'csv' | 'xlsx', rows: AsyncIterable<Row>, language: Language): Readable {
  const columns = SHOWN.map(([name, kind]): FileColumn => ({ header: SMS_REPORT_WORDS[name][language], kind }))
  return writeListFile(format, { columns, rows: cellsOf(rows, language), language })
}

/** The copied text as rows of the list. */
async function* rowsOf(copied: Readable, language: Language): AsyncGenerator<Row> {
  for await (const text of copiedLines(copied)) for (const row of decodeTsv(text)) yield withSentence(row, language)
}

async function* lines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `${encodeLine(smsReportList.names)}\n`
  for await (const row of rows) yield `${encodeLine(row)}\n`
}

async function* cellsOf(rows: AsyncIterable<Row>, language: Language): AsyncGenerator<FileCell[]> {
  for await (const row of rows) yield SHOWN.map(([name]) => cellOf(row, name, language))
}

function cellOf(row: Row, name: (typeof SHOWN)[number][0], language: Language): FileCell {
  const textOf = (column: Name): string => row[smsReportList.names.indexOf(column)] ?? ''
  if (name === 'company') return textOf('companyName')
  const value = textOf(name)
  if (name === 'date' || name === 'settledAt') return value === '' ? null : new Date(value)
  if (name === 'segments') return Number(value)
  if (name === 'result') {
    const state = SMS_STATES.find((known) => known === value)
    return state ? SMS_STATE_WORDS[state][language] : value
  }
  return name === 'platform' ? platformWord(value, language) : value
}

function platformWord(platform: string, language: Language): string {
  const known = platform === 'portal' || platform === 'api' || platform === 'rule' ? platform : ''
  return SMS_PLATFORM_WORDS[known][language]
}
