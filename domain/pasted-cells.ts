/** A quoted cell: spreadsheets quote those with a tab, a line break or a quote, and double the quotes inside. */
const QUOTED = /^"((?:[^"]|"")*)"(?=[\t\r\n]|$)/
const PLAIN = /^[^\t\r\n]*/
const SEPARATOR = /^(?:\t|\r\n|\r|\n)/

const oneLine = (text: string): string => text.replace(/\s*[\t\r\n]+\s*/g, ' ').trim()

/**
 * The cells of a text that was copied from a spreadsheet: rows apart by line breaks, columns by tabs. Cells are trimmed, and line breaks
 * within one become blanks. The line break after the last row is not a row.
 */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  let rest = text
  for (;;) {
    const quoted = QUOTED.exec(rest)
    const [whole, inner] = quoted ?? PLAIN.exec(rest) ?? ['']
    rows.at(-1)?.push(oneLine(quoted ? (inner ?? '').replaceAll('""', '"') : whole))
    rest = rest.slice(whole.length)
    const [separator] = SEPARATOR.exec(rest) ?? []
    if (separator === undefined) break
    rest = rest.slice(separator.length)
    if (separator !== '\t') rows.push([])
  }
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows
}
