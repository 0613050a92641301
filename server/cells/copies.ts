import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { decodeCell, encodeLine } from '#contract/list-codec.ts'
import type { Ctx } from '../context.ts'
import type { PrintedKeys } from '../db/keyset.ts'
import type { RawRow } from '../db/pipeline.ts'
import { copyRows } from '../db/raw-rows.ts'
import { fromEachCell } from './cell-context.ts'
import type { RowOrder } from './pages.ts'

export interface CopyOrder extends RowOrder {
  /** so many last columns are keys alone: they are left out where cells are merged */
  readonly hidden?: number | undefined
  /** rows of all cells at most */
  readonly limit?: number | undefined
}

/**
 * All rows of a query, as copyRows gives them: of several cells merged in their order, or one cell after the other. Some lines of each
 * cell are in memory.
 */
export async function copyOfCells(
  ctx: Ctx,
  queryOf: (ctx: Ctx) => Promise<RawBuilder<unknown>>,
  order?: CopyOrder,
): Promise<Readable> {
  if (ctx.readableCells.length === 1) return copyRows(ctx.pool, ctx.db, await queryOf(ctx))
  const queries = await fromEachCell(ctx, queryOf)
  const sources: Readable[] = []
  try {
    // in the order of the cells: who has a connection of one never waits for one of a cell before it
    for (const [index, { pool, db }] of ctx.readableCells.entries()) {
      sources.push(await copyRows(pool, db, queries[index] ?? sql`SELECT`))
    }
  } catch (error) {
    for (const source of sources) source.destroy()
    throw error
  }
  return mergeCopies(sources, order)
}

/** Copied text of several sources, each with its header, as one. */
export function mergeCopies(sources: readonly Readable[], order?: CopyOrder): Readable {
  const copies = sources.map((source) => new CopiedLines(source))
  const chunks = inChunks(order ? mergedLines(copies, order) : chainedLines(copies))
  const out = new Readable({
    read() {
      chunks.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    // at once, also while a source is silent
    destroy(error, callback) {
      for (const source of sources) source.destroy()
      callback(error)
    },
  })
  for (const source of sources) source.on('error', (error) => out.destroy(error))
  return out
}

/** The lines of a copied text; it is read when they are used up. */
class CopiedLines {
  readonly #source: Readable
  #chunks: AsyncIterator<string> | undefined
  #lines: string[] = []
  #next = 0
  #rest = ''

  constructor(source: Readable) {
    this.#source = source
  }

  /** The next line if it is in memory. */
  take(): string | undefined {
    return this.#lines[this.#next++]
  }

  /** The next line; undefined at the end. */
  async read(): Promise<string | undefined> {
    this.#chunks ??= this.#source.setEncoding('utf8')[Symbol.asyncIterator]()
    do {
      const { value, done } = await this.#chunks.next()
      if (done) return undefined
      const lines = (this.#rest + value).split('\n')
      this.#rest = lines.pop() ?? ''
      this.#lines = lines
      this.#next = 0
    } while (this.#lines.length === 0)
    return this.take()
  }
}

type Lines = AsyncGenerator<string>

async function* chainedLines(copies: readonly CopiedLines[]): Lines {
  for (const [index, copy] of copies.entries()) {
    const header = await copy.read()
    if (index === 0 && header !== undefined) yield header
    for (let line = copy.take() ?? (await copy.read()); line !== undefined; line = copy.take() ?? (await copy.read()))
      yield line
  }
}

interface Head {
  readonly line: string
  readonly cells: RawRow
  readonly keys: PrintedKeys
}

const cellsOf = (line: string): RawRow => line.split('\t').map(decodeCell)

async function* mergedLines(
  copies: readonly CopiedLines[],
  { order, keysOf, combine, hidden = 0, limit = Number.POSITIVE_INFINITY }: CopyOrder,
): Lines {
  const shown = (line: string): string => (hidden === 0 ? line : line.split('\t').slice(0, -hidden).join('\t'))
  const headOf = (line: string | undefined): Head | undefined => {
    if (line === undefined) return undefined
    const cells = cellsOf(line)
    return { line, cells, keys: keysOf(cells) }
  }
  const [header = ''] = await Promise.all(copies.map((copy) => copy.read()))
  yield shown(header)
  const heads = await Promise.all(copies.map(async (copy) => headOf(copy.take() ?? (await copy.read()))))
  for (let count = 0; count < limit; count++) {
    let first: Head | undefined
    for (const head of heads) if (head && (!first || order.compare(head.keys, first.keys) < 0)) first = head
    if (!first) return
    let row: RawRow | undefined
    for (const [index, head] of heads.entries()) {
      const isSame = head === first || (combine && head && order.compare(head.keys, first.keys) === 0)
      if (!isSame || !head) continue
      if (head !== first) row = combine?.(row ?? first.cells, head.cells)
      const copy = copies[index]
      heads[index] = headOf(copy?.take() ?? (await copy?.read()))
    }
    yield shown(row ? encodeLine(row) : first.line)
  }
}

const CHUNK = 1 << 16

/** Lines one by one would cost a step of the event loop each for who reads them. */
async function* inChunks(lines: Lines): AsyncGenerator<string> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text) yield text
}
