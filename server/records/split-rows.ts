import type { Readable } from 'node:stream'
import { decodeCell } from '#contract/list-codec.ts'
import { copiedLines } from '../db/copied-lines.ts'

/** Rows of a COPY with a header, a chunk at a time, their cells not decoded: a company's facts are a million rows. */
export async function* splitRows(stream: Readable): AsyncGenerator<string[][]> {
  for await (const lines of copiedLines(stream)) {
    yield lines
      .slice(0, -1)
      .split('\n')
      .map((line) => line.split('\t'))
  }
}

/** A cell that may be null. */
export const optional = (cell: string | undefined): string | undefined =>
  cell === undefined ? undefined : (decodeCell(cell) ?? undefined)
