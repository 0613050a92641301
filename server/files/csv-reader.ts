import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { MAX_COLUMNS, RowBatch, type TableBatch } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

export const SEPARATORS = [';', ',', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export interface DelimitedFormat {
  readonly kind: 'csv'
  /** of the lines that are not plain ASCII; lines in the other encoding among them are read correctly too */
  readonly encoding: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
  readonly separator: Separator
  /** lines before the table: 1 when the file begins with 'sep=;', as spreadsheets write it */
  readonly skipLines: number
}

const CHUNK_BYTES = 1 << 18
/** A longer record is taken for an unclosed quote. */
const RECORD_CHARACTERS = 1 << 20
const LF = 0x0a
const CR = 0x0d

const latin = new TextDecoder('windows-1252')

/** Encoding and separator of a text file: the encoding by all of its bytes, the separator by its first lines. */
export async function detectDelimited(path: string, head: Buffer): Promise<DelimitedFormat> {
  const encoding = unicodeMark(head) ?? ((await isAllUtf8(path)) ? 'utf-8' : 'windows-1252')
  const text = (encoding === 'utf-8' ? new TextDecoder() : new TextDecoder(encoding)).decode(head)
  if (text.includes('\0')) throw new UnreadableFile('not_text')
  const [, said] = /^\ufeff?"?sep=([;,\t|])"?\r?\n/i.exec(text) ?? []
  const separator = SEPARATORS.find((candidate) => candidate === said) ?? likeliestSeparator(text)
  return { kind: 'csv', encoding, separator, skipLines: said === undefined ? 0 : 1 }
}

function unicodeMark(head: Buffer): DelimitedFormat['encoding'] | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

async function isAllUtf8(path: string): Promise<boolean> {
  for await (const chunk of wholeLines(createReadStream(path, { highWaterMark: 1 << 20 }))) if (!isUtf8(chunk)) return false
  return true
}

/** The separator that splits the first lines into the most equal columns; quoted text is ignored. */
function likeliestSeparator(head: string): Separator {
  const lines = head
    .replace(/"(?:[^"]|"")*"/g, 'q')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 30)
  const score = (separator: Separator): number => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const most = Math.max(...counts, 0)
    return most === 0 ? 0 : (counts.filter((count) => count === most).length / counts.length) * 1_000 + most
  }
  return SEPARATORS.reduce((best, next) => (score(next) > score(best) ? next : best))
}

/** Chunks that end where a line ends, so that no character is cut in two. */
async function* wholeLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const end = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1
    if (end === 0 && rest.length < RECORD_CHARACTERS * 4) {
      rest = Buffer.concat([rest, chunk])
      continue
    }
    const cut = end === 0 ? chunk.length : end
    yield rest.length === 0 ? chunk.subarray(0, cut) : Buffer.concat([rest, chunk.subarray(0, cut)])
    rest = chunk.subarray(cut)
  }
  if (rest.length > 0) yield rest
}

/**
 * The text of a chunk. Each line is decoded by itself: UTF-8 if it is valid as such, else Windows-1252. So a file that was pasted
 * together from both, or is plain ASCII until its last line, is read correctly throughout.
 */
function decodeLines(chunk: Buffer): Buffer | string {
  if (isUtf8(chunk)) return chunk
  let text = ''
  for (let start = 0; start < chunk.length; ) {
    const end = chunk.indexOf(LF, start)
    const line = chunk.subarray(start, end === -1 ? chunk.length : end + 1)
    text += isUtf8(line) ? line.toString('utf8') : latin.decode(line)
    start += line.length
  }
  return text
}

async function* decoded(
  path: string,
  encoding: DelimitedFormat['encoding'],
  read: { bytes: number },
): AsyncGenerator<Buffer | string> {
  const source: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  if (encoding.startsWith('utf-16')) {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of source) {
      read.bytes += chunk.length
      yield decoder.decode(chunk, { stream: true })
    }
    return
  }
  for await (const chunk of wholeLines(source)) {
    read.bytes += chunk.length
    yield decodeLines(chunk)
  }
}

/** The rows of a text file. A quote inside an unquoted value is a plain character; blank lines are left out. */
export async function* readDelimited(path: string, format: DelimitedFormat): AsyncGenerator<TableBatch> {
  const read = { bytes: 0 }
  const count = lineCounter()
  /** the lines of records that are parsed but not yet consumed */
  const starts: number[] = []
  let taken = 0
  const parser = parse({
    bom: true,
    delimiter: format.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARACTERS,
    // immediately when a record is parsed, so that an error after it has its line
    on_record: (cells: string[], { lines }) => {
      starts.push(count.startOf(cells, lines))
      return cells
    },
  })
  const source = Readable.from(decoded(path, format.encoding, read))
  // an error on either side reaches the loop below through the parser
  pipeline(source, parser, () => {})
  const batch = new RowBatch()
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const line = starts[taken++] ?? 0
      if (line > format.skipLines) batch.add({ line, cells: cells.slice(0, MAX_COLUMNS) })
      if (taken === starts.length) starts.length = taken = 0
      if (batch.isFull) yield { rows: batch.take(), bytesRead: read.bytes }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('open_quote', { line: count.next(), cause: error })
    throw error
  } finally {
    source.destroy()
  }
  if (!batch.isEmpty) yield { rows: batch.take(), bytesRead: read.bytes }
}

/** The line on which each record starts. The parser reports where it ends, and counts a CRLF inside quotes as two line ends. */
function lineCounter(): { startOf: (record: readonly string[], parserLine: number) => number; next: () => number } {
  let parserLineBefore = 0
  let countedTwice = 0
  return {
    startOf: (record, parserLine) => {
      const mayHoldLineEnds = parserLine - parserLineBefore > 1
      parserLineBefore = parserLine
      if (!mayHoldLineEnds) return parserLine - countedTwice
      const all = record.join('')
      const start = parserLine - countedTwice - (all.match(/[\r\n]/g)?.length ?? 0)
      countedTwice += all.match(/\r\n/g)?.length ?? 0
      return start
    },
    next: () => parserLineBefore - countedTwice + 1,
  }
}
