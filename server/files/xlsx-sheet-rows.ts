import type { SharedStrings } from './shared-strings.ts'
import type { TableRow } from './table.ts'
import type { Workbook } from './xlsx-workbook.ts'
import type { XmlHandlers } from './xml-parts.ts'

/** Columns read; a sheet can have 16 384, and one cell in the last one would make each row that long. */
const MAX_COLUMNS = 256
const MAX_CELL_CHARACTERS = 32_767

/** Collects the rows of a sheet from its XML (ECMA-376 part 1, 18.3.1). */
export class SheetRows {
  #rows: TableRow[] = []
  #cells: string[] = []
  #line = 0
  #column = 0
  #type = ''
  #style = 0
  #value = ''
  #inValue = false
  readonly #strings: SharedStrings
  readonly #workbook: Workbook

  constructor(strings: SharedStrings, workbook: Workbook) {
    this.#strings = strings
    this.#workbook = workbook
  }

  get waiting(): number {
    return this.#rows.length
  }

  /** The rows collected since the last call; empty rows are left out. */
  take(): TableRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  readonly handlers: XmlHandlers = {
    open: (name, { r, t, s }) => {
      if (name === 'row') {
        this.#line = r === undefined ? this.#line + 1 : Number(r)
        this.#cells = []
        this.#column = -1
      } else if (name === 'c') {
        this.#column = r === undefined ? this.#column + 1 : columnIndex(r)
        this.#type = t ?? 'n'
        this.#style = Number(s ?? 0)
        this.#value = ''
      } else if (name === 'v' || name === 't') this.#inValue = true
    },
    text: (text) => {
      if (this.#inValue && this.#value.length < MAX_CELL_CHARACTERS) this.#value += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') this.#inValue = false
      else if (name === 'c') this.#endCell()
      else if (name === 'row' && this.#cells.some((cell) => cell !== ''))
        this.#rows.push({ line: this.#line, cells: this.#cells })
    },
  }

  #endCell(): void {
    if (this.#value === '' || this.#column >= MAX_COLUMNS || this.#column < 0) return
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = this.#cellText()
  }

  #cellText(): string {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return unescapeXml(this.#strings.get(Number(value)))
      case 'str':
      case 'inlineStr':
        return unescapeXml(value)
      case 'n':
        return this.#workbook.dateStyles[this.#style] ? dateText(Number(value), this.#workbook.from1904) : numberText(value)
      case 'd':
        return value.replace('T', ' ')
      default:
        return value
    }
  }
}

/** The column of a reference such as 'AB12', from 0. */
function columnIndex(reference: string): number {
  let index = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    index = index * 26 + letter
  }
  return index - 1
}

/** Whole numbers in full as far as a double holds them ('8.64356051188427E14'); others as they are stored. */
function numberText(value: string): string {
  if (/^-?\d+$/.test(value)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? String(number) : value
}

/** A serial date as 'YYYY-MM-DD HH:MM:SS', without a zone: spreadsheets have none. */
function dateText(serial: number, from1904: boolean): string {
  const days = from1904 ? serial + 1462 : serial
  // before 1 March 1900 spreadsheets are off by a day; our dates are later
  if (!(days >= 61 && days < 2_958_466)) return String(serial)
  const seconds = Math.round((days - 25_569) * 86_400)
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

/** '_x0001_' encodes a character that XML cannot hold (ECMA-376 part 1, 22.9.2.19). */
function unescapeXml(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}
