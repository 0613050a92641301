import type { Readable } from 'node:stream'
import { decodeCell } from '#contract/list-codec.ts'

/** Rows of a COPY with a header, some thousands at a time: one that is asked for alone costs more than what it holds. */
export async function* copiedLines(stream: Readable): AsyncGenerator<string[][]> {
  stream.setEncoding('utf8')
  let rest = ''
  let isFirst = true
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (isFirst && lines.length > 0) {
      lines.shift()
      isFirst = false
    }
    if (lines.length > 0) yield lines.map((line) => line.split('\t'))
  }
}

/** A cell that may be missing. */
export const optional = (cell: string | undefined): string | undefined =>
  cell === undefined ? undefined : (decodeCell(cell) ?? undefined)
