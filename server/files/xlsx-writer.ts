import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { CELL_CHARACTERS, SHEET_ROWS } from '#domain/spreadsheet.ts'
import { DAY_MS } from '#domain/time.ts'
import type { FileCell, FileColumn, FileRows } from './table.ts'

/** Characters of XML per chunk. */
const CHUNK_CHARACTERS = 1 << 16
/** Level 1 halves the time and costs a tenth in size: sheets are repetitive. */
const ZIP = { compressionLevel: 1 } as const

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Indexes into cellXfs of the styles below. */
const STYLE = { text: 1, number: 0, date: 2, header: 3 } as const

/**
 * An XLSX file (ECMA-376 part 1), streamed: memory stays flat however many rows there are, and compressing runs beside the
 * event loop. What does not fit in a sheet goes to a further one. Numbers are numbers, dates are dates (in UTC), identifiers are text; the header row stays in view and filters.
 */
export function writeXlsx(columns: readonly FileColumn[], rows: FileRows): Readable {
  const out = new PassThrough()
  const source = Readable.from(rows)
  const zip = new ZipFile()
  const fail = (error: Error): void => {
    source.destroy()
    out.destroy(error)
  }
  zip.on('error', fail)
  source.on('error', fail)
  pipeline(zip.outputStream, out).catch(fail)
  writeParts(zip, columns, source).catch(fail)
  return out
}

/** Sheets first: the number of sheets for the workbook is known only when the rows have ended. */
async function writeParts(zip: ZipFile, columns: readonly FileColumn[], source: Readable): Promise<void> {
  const rows = source[Symbol.asyncIterator]()
  let sheets = 0
  let next = await rows.next()
  do {
    sheets += 1
    const sheet = new PassThrough()
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, ZIP)
    const state = { next, left: SHEET_ROWS }
    await pipeline(sheetXml(columns, rows, state), sheet)
    next = state.next
  } while (!next.done)
  addText(zip, '[Content_Types].xml', contentTypes(sheets))
  addText(zip, '_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]))
  addText(zip, 'xl/workbook.xml', workbook(sheets))
  addText(zip, 'xl/_rels/workbook.xml.rels', relations([...sheetNumbers(sheets).map(sheetRelation), ['styles', 'styles.xml']]))
  addText(zip, 'xl/styles.xml', STYLES)
  zip.end()
}

interface SheetState {
  next: IteratorResult<readonly FileCell[]>
  left: number
}

async function* sheetXml(
  columns: readonly FileColumn[],
  rows: AsyncIterator<readonly FileCell[]>,
  state: SheetState,
): AsyncGenerator<string> {
  const last = columnName(Math.max(columns.length, 1) - 1)
  const widths = columns.map(
    ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${kind === 'number' ? 14 : 22}" customWidth="1"/>`,
  )
  let chunk =
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData><row>${columns.map(({ header }) => textCell(header, STYLE.header)).join('')}</row>`
  let written = 1
  for (; !state.next.done && state.left > 0; state.left--) {
    chunk += rowXml(columns, state.next.value)
    written += 1
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk
      chunk = ''
    }
    state.next = await rows.next()
  }
  yield `${chunk}</sheetData><autoFilter ref="A1:${last}${written}"/></worksheet>`
}

function rowXml(columns: readonly FileColumn[], row: readonly FileCell[]): string {
  let xml = '<row>'
  for (const [index, { kind }] of columns.entries()) xml += cellXml(kind, row[index] ?? null)
  return `${xml}</row>`
}

function cellXml(kind: FileColumn['kind'], cell: FileCell): string {
  if (cell === null || cell === '') return '<c/>'
  if (kind === 'number' && Number.isFinite(Number(cell))) return `<c><v>${Number(cell)}</v></c>`
  if (kind === 'date') {
    const milliseconds = cell instanceof Date ? cell.getTime() : Date.parse(String(cell))
    if (Number.isFinite(milliseconds)) return `<c s="${STYLE.date}"><v>${serialDate(milliseconds)}</v></c>`
  }
  return textCell(cell instanceof Date ? cell.toISOString() : String(cell), STYLE.text)
}

/** Days since 1899-12-30, as spreadsheets count them. */
function serialDate(milliseconds: number): number {
  return milliseconds / DAY_MS + 25_569
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, CELL_CHARACTERS))}</t></is></c>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const PLAIN = /^[^&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]*$/

/** Characters that XML can't hold are written as spreadsheets do: _x0001_ (ECMA-376 part 1, 22.9.2.19). */
function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g,
      (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
}

/** A, B … Z, AA … */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const sheetNumbers = (sheets: number): number[] => Array.from({ length: sheets }, (_, index) => index + 1)
const sheetRelation = (sheet: number): [string, string] => ['worksheet', `worksheets/sheet${sheet}.xml`]

function addText(zip: ZipFile, path: string, text: string): void {
  zip.addBuffer(Buffer.from(text), path, ZIP)
}

function contentTypes(sheets: number): string {
  const type = (part: string, kind: string): string =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    type('/xl/workbook.xml', 'sheet.main') +
    type('/xl/styles.xml', 'styles') +
    `${sheetNumbers(sheets)
      .map((sheet) => type(`/xl/worksheets/sheet${sheet}.xml`, 'worksheet'))
      .join('')}</Types>`
  )
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const items = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

function workbook(sheets: number): string {
  const items = sheetNumbers(sheets).map(
    (sheet) => `<sheet name="${sheet === 1 ? 'Enlace' : `Enlace ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
  )
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${items.join('')}</sheets></workbook>`
}

const STYLES =
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="4"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>'
