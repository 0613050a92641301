import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { CHARGE_STATE_WORDS, CHARGE_WORDS, DOCUMENT_WORDS, ESTIMATE } from '#contract/charges/charge-messages.ts'
import { chargeList, type exportCharges as exportCall } from '#contract/charges/charges.calls.ts'
import { decodeTsv } from '#contract/list-codec.ts'
import type { Sentence } from '#contract/sentence.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { copiedLines, LIST_FILE_TYPES, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { chargesQuery } from './charges.queries.ts'
import { amountCell } from './file-amounts.ts'

type Query = CallInput<typeof exportCall>['query']
type Name = keyof (typeof chargeList)['columns']
type Row = readonly (string | null)[]
type Format = 'csv' | 'xlsx'

const cell = (row: Row, name: Name): string => row[chargeList.names.indexOf(name)] ?? ''
const wordIn = (words: Readonly<Record<string, Sentence>>, word: string, language: Language) => words[word]?.[language] ?? word

interface Shown {
  readonly name: keyof typeof CHARGE_WORDS
  readonly kind: FileColumn['kind']
  readonly cell: (row: Row, language: Language, format: Format) => FileCell
}

/** The columns for people, in the order of the page. */
const SHOWN: readonly Shown[] = [
  { name: 'document', kind: 'text', cell: (row, language) => cell(row, 'documentNumber') || ESTIMATE[language] },
  { name: 'kind', kind: 'text', cell: (row, language) => wordIn(DOCUMENT_WORDS, cell(row, 'document'), language) },
  { name: 'month', kind: 'text', cell: (row) => cell(row, 'billingMonth') },
  { name: 'cycleStart', kind: 'text', cell: (row) => cell(row, 'cycleStart') },
  { name: 'cycleEnd', kind: 'text', cell: (row) => cell(row, 'cycleEnd') },
  { name: 'client', kind: 'text', cell: (row) => cell(row, 'client') },
  { name: 'sims', kind: 'number', cell: (row) => Number(cell(row, 'sims')) },
  {
    name: 'total',
    kind: 'number',
    cell: (row, language, format) => amountCell(Number(cell(row, 'total')), cell(row, 'currency'), { language, format }),
  },
  { name: 'currency', kind: 'text', cell: (row) => cell(row, 'currency') },
  { name: 'state', kind: 'text', cell: (row, language) => wordIn(CHARGE_STATE_WORDS, cell(row, 'state'), language) },
  { name: 'issued', kind: 'text', cell: (row) => cell(row, 'issuedAt').slice(0, 10) },
  { name: 'due', kind: 'text', cell: (row) => cell(row, 'dueOn') },
  { name: 'paid', kind: 'text', cell: (row) => cell(row, 'paidAt').slice(0, 10) },
]

/** The list of documents as a file. */
export async function exportCharges(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const copied = await copyRows(ctx.pool, ctx.db, chargesQuery(ctx, filter))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `cobros-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(renamed(copied)) : fileFor(format, copied, ctx.language),
  }
}

function fileFor(format: Format, copied: Readable, language: Language): Readable {
  const columns = SHOWN.map(({ name, kind }): FileColumn => ({ header: CHARGE_WORDS[name][language], kind }))
  return writeListFile(format, { columns, rows: cellsOf(copied, language, format), language })
}

/** The list's own names above its rows. */
async function* renamed(copied: Readable): AsyncGenerator<string> {
  yield `${chargeList.names.join('\t')}\n`
  yield* copiedLines(copied)
}

async function* cellsOf(copied: Readable, language: Language, format: Format): AsyncGenerator<FileCell[]> {
  for await (const lines of copiedLines(copied)) {
    for (const row of decodeTsv(lines)) yield SHOWN.map((shown) => shown.cell(row, language, format))
  }
}
