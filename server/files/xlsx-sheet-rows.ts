import { CELL_CHARACTERS, SHEET_ROWS } from '#domain/spreadsheet.ts'
import type { SharedStrings } from './shared-strings.ts'
import { MAX_COLUMNS, type RowBatch } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import type { Workbook } from './xlsx-workbook.ts'
import type { XmlHandlers } from './xml-parts.ts'

/** Collects the rows of a sheet from its XML (ECMA-376 part 1, 18.3.1); empty rows are counted and left out. */
export class SheetRows {
  #rows = 0
  #cells: string[] = []
  #line = 0
  #column = 0
  #type = ''
  #style = 0
  #value = ''
  #inValue = false
  readonly #batch: RowBatch
  readonly #strings: SharedStrings
  readonly #workbook: Workbook

  constructor(batch: RowBatch, strings: SharedStrings, workbook: Workbook) {
    this.#batch = batch
    this.#strings = strings
    this.#workbook = workbook
  }

  readonly handlers: XmlHandlers = {
    open: (name, { r, t, s }) => {
      if (name === 'row') {
        // one of them is the head
        if (this.#rows++ > SHEET_ROWS) throw new UnreadableFile('oversized_spreadsheet')
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
      if (this.#inValue) this.#value = (this.#value + text).slice(0, CELL_CHARACTERS)
    },
    close: (name) => {
      if (name === 'v' || name === 't') this.#inValue = false
      else if (name === 'c') this.#endCell()
      else if (name === 'row' && this.#cells.some((cell) => cell !== ''))
        this.#batch.add({ line: this.#line, cells: this.#cells })
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
