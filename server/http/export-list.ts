import { Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import { type Column, decodeList, decodeTsv, encodeLine, type ListCodec, type RowOf } from '#contract/list-codec.ts'
import type { Sentence } from '#contract/sentence.ts'
import { localDay } from '#domain/billing-cycle.ts'
import type { Language } from '#domain/languages.ts'
import { SHEET_ROWS } from '#domain/spreadsheet.ts'
import { type CopyOrder, copyOfCells } from '../cells/copies.ts'
import type { Ctx } from '../context.ts'
import { copiedLines } from '../db/copied-lines.ts'
import { copyRows } from '../db/raw-rows.ts'
import { LIST_FILE_TYPES, listFile } from '../files/list-file.ts'
import type { FileCell, FileColumn } from '../files/table.ts'
import type { FileDownload } from './answers.ts'

type Cells = readonly (string | null)[]

/** Heading, kind, and the list's column or what is made of the row. A time as text becomes a date in a column of dates. */
type ExportColumn<Heading, Row> = readonly [
  heading: Heading,
  kind: FileColumn['kind'],
  cell: { [K in keyof Row]: Row[K] extends FileCell ? K : never }[keyof Row] | ((row: Row) => FileCell),
]

interface ListExport<C extends Record<string, Column<unknown>>, W extends Record<string, Sentence>> {
  readonly list: ListCodec<C>
  /** the file's name without its ending */
  readonly name: string
  readonly words: W
  /** the columns of CSV and XLSX */
  readonly columns: readonly ExportColumn<keyof W, RowOf<ListCodec<C>>>[]
  /** rows in the columns of the list, or the query of at most so many: a sheet holds no more than SHEET_ROWS */
  readonly rows: readonly Cells[] | ((limit: number | undefined) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>)
  /** how rows of several cells stand in one list; without it the query is of no cell's tables */
  readonly order?: CopyOrder
  /** a row of the TSV form, where it differs from the database's */
  readonly tsvRow?: (cells: Cells) => Cells
}

/** A list as a file: CSV and XLSX for people, TSV in the columns of the list. Streamed from the database, whatever its length. */
export async function exportList<C extends Record<string, Column<unknown>>, W extends Record<string, Sentence>>(
  ctx: Ctx,
  format: keyof typeof LIST_FILE_TYPES,
  { list, name, words, columns, rows, order, tsvRow }: ListExport<C, W>,
): Promise<FileDownload> {
  const { pool, db, language } = ctx
  const limit = format === 'xlsx' ? SHEET_ROWS : undefined
  const copied = (query: RawBuilder<unknown>) =>
    order ? copyOfCells(ctx, async () => query, { limit, ...order }) : copyRows(pool, db, query)
  const lines = typeof rows === 'function' ? copiedLines(await copied(await rows(limit))) : [linesOf(rows)]
  const fileName = `${name}.${format}`
  if (format === 'tsv') {
    return { contentType: LIST_FILE_TYPES.tsv, fileName, content: Readable.from(tsvLines(list.names, lines, tsvRow)) }
  }
  return listFile(format, fileName, {
    columns: columns.map(([heading, kind]) => ({ header: words[heading]?.[language] ?? '', kind })),
    rows: fileRows(list, columns, lines),
    language,
  })
}

type Reader = Pick<Ctx, 'now' | 'language'> & { readonly actor: Pick<Ctx['actor'], 'timeZone'> }

/** The name of a file in the reader's language, with their day: 'alarmas-2026-11-21' */
export const datedName = ({ now, language, actor }: Reader, name: Sentence): string =>
  `${name[language]}-${localDay(now, actor.timeZone)}`

/** A word that is kept as its code; the code itself where there are no words for it. */
export const wordOf = (words: Readonly<Record<string, Sentence>>, code: string, language: Language): string =>
  words[code]?.[language] ?? code

const linesOf = (rows: readonly Cells[]): string => rows.map((cells) => `${encodeLine(cells)}\n`).join('')

async function* tsvLines(
  names: readonly string[],
  lines: AsyncIterable<string> | Iterable<string>,
  tsvRow: ((cells: Cells) => Cells) | undefined,
): AsyncGenerator<string> {
  yield linesOf([names])
  for await (const text of lines) yield tsvRow ? linesOf(decodeTsv(text).map(tsvRow)) : text
}

async function* fileRows<C extends Record<string, Column<unknown>>>(
  list: ListCodec<C>,
  columns: readonly ExportColumn<unknown, RowOf<ListCodec<C>>>[],
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<FileCell[]> {
  for await (const text of lines) {
    for (const row of decodeList(list, [list.names, ...decodeTsv(text)])) {
      yield columns.map(([, kind, cell]) => {
        const value = typeof cell === 'function' ? cell(row) : (row[cell] as FileCell)
        return kind === 'date' && typeof value === 'string' ? new Date(value) : value
      })
    }
  }
}
