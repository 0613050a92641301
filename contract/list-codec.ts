/**
 * One codec for every list, two forms. The tab-separated form is PostgreSQL's COPY text format with a header row (tab,
 * line ends and backslash are escaped with a backslash, a missing value is \N), so that a whole list goes from the database to the
 * wire untouched. The JSON form is a list of arrays, header first.
 */
export interface Column<T> {
  readonly kind: string
  readonly parse: (cell: string) => T
  /** a cell can be missing */
  readonly isNullable?: boolean
}

export type ListCell = string | number | boolean | null

const nullable = <T>(column: Column<T>): Column<T | null> => ({ ...column, isNullable: true })

const text: Column<string> = { kind: 'text', parse: (cell) => cell }
const number: Column<number> = { kind: 'number', parse: (cell) => Number(cell) }
/** ISO 8601 in UTC, such as 2026-11-21T09:42:00+00:00 */
const time: Column<string> = { kind: 'time', parse: (cell) => cell }
const boolean: Column<boolean> = { kind: 'boolean', parse: (cell) => cell === 't' || cell === 'true' || cell === '1' }

export const column = { text, number, time, boolean, nullable }

export interface ListCodec<C extends Record<string, Column<unknown>> = Record<string, Column<unknown>>> {
  readonly columns: C
  readonly names: readonly string[]
}

/** A row as the page works with it. */
export type RowOf<L> = L extends ListCodec<infer C> ? { [K in keyof C]: C[K] extends Column<infer T> ? T : never } : never

export function defineList<const C extends Record<string, Column<unknown>>>(columns: C): ListCodec<C> {
  return { columns, names: Object.keys(columns) }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}
const UNESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v', '\\': '\\' }

/** A value as one cell of the tab-separated form. */
export function encodeCell(value: ListCell | undefined): string {
  if (value === null || value === undefined) return '\\N'
  const cell = String(value)
  return /[\\\t\n\r\b\f\v]/.test(cell) ? cell.replace(/[\\\t\n\r\b\f\v]/g, (char) => ESCAPES[char] ?? char) : cell
}

/** The value of one cell of the tab-separated form; null for \N. */
export function decodeCell(cell: string): string | null {
  if (cell === '\\N') return null
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (_, char: string) => UNESCAPES[char] ?? char) : cell
}

/** One line of the tab-separated form, without its line end. */
export function encodeLine(cells: readonly (ListCell | undefined)[]): string {
  return cells.map(encodeCell).join('\t')
}

/** The whole tab-separated text: header, rows, a line end after each. */
export function encodeTsv(names: readonly string[], rows: Iterable<readonly ListCell[]>): string {
  let out = `${encodeLine(names)}\n`
  for (const row of rows) out += `${encodeLine(row)}\n`
  return out
}

/** Cells of a tab-separated text, header first. Throws on a line whose cells are more or fewer than the header's. */
export function decodeTsv(tsv: string): (string | null)[][] {
  const lines = tsv.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const width = lines[0]?.split('\t').length ?? 0
  return lines.map((line, index) => {
    const cells = line.split('\t').map(decodeCell)
    if (cells.length !== width) throw new Error(`line ${index + 1} has ${cells.length} cells, the header has ${width}`)
    return cells
  })
}

/** Rows of a list in either form, by the header's names; columns that are not in the codec are left out. */
export function decodeList<C extends Record<string, Column<unknown>>>(
  codec: ListCodec<C>,
  table: readonly (readonly (ListCell | undefined)[])[],
): RowOf<ListCodec<C>>[] {
  const [header = [], ...rows] = table
  const known = header.flatMap((name, index) => {
    const found = codec.columns[String(name)]
    return found ? [{ name: String(name), index, column: found }] : []
  })
  return rows.map((row) => {
    const out: Record<string, unknown> = {}
    for (const { name, index, column: found } of known) {
      const cell = row[index]
      out[name] = cell === null || cell === undefined ? null : found.parse(String(cell))
    }
    return out as RowOf<ListCodec<C>>
  })
}
