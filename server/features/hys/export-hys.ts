import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { type exportHys as exportCall, hysList } from '#contract/hys/hys.calls.ts'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { decodeTsv } from '#contract/list-codec.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { copiedLines, LIST_FILE_TYPES, SHEET_ROWS, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { hysQuery } from './hys.queries.ts'

type Query = CallInput<typeof exportCall>['query']

/** The columns for people, in the order of the page: heading, column of the list, kind. */
const SHOWN = [
  ['productType', 'productType', 'text'],
  ['product', 'product', 'text'],
  ['imei', 'imei', 'text'],
  ['customField1', 'customField1', 'text'],
  ['customField2', 'customField2', 'text'],
  ['icc', 'icc', 'text'],
  ['company', 'companyName', 'text'],
  ['acquired', 'acquiredAt', 'date'],
] as const satisfies readonly (readonly [keyof typeof HYS_WORDS, keyof (typeof hysList)['columns'], FileColumn['kind']])[]

const PLACES = SHOWN.map(([, column]) => hysList.names.indexOf(column))

/** Devices and services as a file. A sheet holds the newest that it has rows for. */
export async function exportHys(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const copied = await copyRows(ctx.pool, ctx.db, hysQuery(ctx, filter, format === 'xlsx' ? SHEET_ROWS : undefined))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `hardware-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(renamed(copied)) : fileFor(format, copied, ctx.language),
  }
}

function fileFor(format: 'csv' | 'xlsx', copied: Readable, language: Language): Readable {
  const columns = SHOWN.map(([name, , kind]): FileColumn => ({ header: HYS_WORDS[name][language], kind }))
  return writeListFile(format, { columns, rows: cellsOf(copied), language })
}

/** The list's own names above its rows. */
async function* renamed(copied: Readable): AsyncGenerator<string> {
  yield `${hysList.names.join('\t')}\n`
  yield* copiedLines(copied)
}

async function* cellsOf(copied: Readable): AsyncGenerator<FileCell[]> {
  for await (const lines of copiedLines(copied)) {
    for (const row of decodeTsv(lines)) {
      yield SHOWN.map(([, , kind], index) => {
        const text = row[PLACES[index] ?? 0] ?? ''
        return kind === 'date' ? new Date(text) : text
      })
    }
  }
}
