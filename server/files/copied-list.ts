import type { Readable } from 'node:stream'
import { type Column, decodeList, decodeTsv, type ListCodec, type RowOf } from '#contract/list-codec.ts'
import { copiedLines } from './list-file.ts'
import type { FileCell } from './table.ts'

/** The list's own names above rows that were copied out of the database. */
export async function* renamedLines(list: ListCodec, copied: Readable): AsyncGenerator<string> {
  yield `${list.names.join('\t')}\n`
  yield* copiedLines(copied)
}

/** Rows that were copied out of the database in the columns of a list, each as the cells of a file. */
export async function* listRows<C extends Record<string, Column<unknown>>>(
  list: ListCodec<C>,
  copied: Readable,
  cellsOf: (row: RowOf<ListCodec<C>>) => FileCell[],
): AsyncGenerator<FileCell[]> {
  for await (const lines of copiedLines(copied)) {
    for (const row of decodeList(list, [list.names, ...decodeTsv(lines)])) yield cellsOf(row)
  }
}
