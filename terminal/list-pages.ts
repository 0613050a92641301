import type { ApiClient, CallValues } from './api-client.ts'
import { Ending, EXIT } from './failure.ts'
import type { AnswerColumn, PublicCall } from './public-call.ts'

/** The most rows that a page may have. */
const PAGE = 1000
const NEXT_CURSOR = 'x-next-cursor'

/** Whole lines of a body, as many at once as have arrived. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines
    }
  } catch {
    throw new Ending(EXIT.unreachable, 'The connection was cut within the list: what is above is not all of it.')
  }
  if (rest !== '') yield [rest]
}

/**
 * The lines of a list in its tab-separated form, the header first and once. A list whose limit is in the body streams whole without
 * one; others come by pages. With a limit no more than that.
 */
async function* listLines(
  portal: ApiClient,
  call: PublicCall,
  values: CallValues = {},
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<string[]> {
  const place = call.body.some(({ name }) => name === 'limit') ? 'body' : 'query'
  const isPaged = call[place].some(({ name }) => name === 'limit') && (place === 'query' || limit !== Number.POSITIVE_INFINITY)
  let left = limit
  let cursor = values[place]?.cursor
  for (let isFirst = true; left > 0; isFirst = false) {
    const page = isPaged ? { ...values[place], limit: Math.min(PAGE, left), ...(cursor ? { cursor } : {}) } : values[place]
    const response = await portal.send(call, { ...values, [place]: page })
    let isHeader = true
    for await (const lines of linesOf(response.body ?? new ReadableStream())) {
      const header = isHeader ? lines.splice(0, 1) : []
      isHeader = false
      const rows = lines.slice(0, left)
      left -= rows.length
      yield isFirst ? [...header, ...rows] : rows
      if (left === 0) break
    }
    cursor = response.headers.get(NEXT_CURSOR) ?? undefined
    if (!isPaged || !cursor) return
  }
}

export interface OpenRows {
  /** of the columns, as this portal sends them: a newer one may have more */
  readonly names: readonly string[]
  /** lines of rows, as many at once as have arrived */
  readonly rows: AsyncGenerator<string[]>
}

/** A list whose header has arrived. */
export async function openRows(...list: Parameters<typeof listLines>): Promise<OpenRows> {
  const batches = listLines(...list)
  const { value } = await batches.next()
  const [header = '', ...first] = value ?? []
  async function* rows(): AsyncGenerator<string[]> {
    yield first
    yield* batches
  }
  return { names: header === '' ? [] : header.split('\t'), rows: rows() }
}

const UNESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v', '\\': '\\' }

/** Cells of a line; null where a value is missing. */
export function lineCells(line: string): (string | null)[] {
  return line.split('\t').map((cell) => {
    if (cell === '\\N') return null
    return cell.includes('\\') ? cell.replaceAll(/\\(.)/g, (_, char: string) => UNESCAPED[char] ?? char) : cell
  })
}

/** A cell as its column's kind. */
export function cellValue(kind: AnswerColumn['kind'], cell: string | null): unknown {
  if (cell === null) return null
  return kind === 'number' ? Number(cell) : kind === 'boolean' ? cell === 't' || cell === 'true' : cell
}

/** All rows of a list at once, as objects: of lists that are never long. */
export async function listObjects(...list: Parameters<typeof listLines>): Promise<Record<string, unknown>[]> {
  const [, call] = list
  const { names, rows } = await openRows(...list)
  const kinds = names.map((name) => call.columns?.find((one) => one.name === name)?.kind ?? 'text')
  const objects: Record<string, unknown>[] = []
  for await (const lines of rows)
    for (const line of lines) {
      const cells = lineCells(line)
      objects.push(Object.fromEntries(names.map((name, at) => [name, cellValue(kinds[at] ?? 'text', cells[at] ?? null)])))
    }
  return objects
}
