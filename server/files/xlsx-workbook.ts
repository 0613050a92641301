import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { CELL_CHARACTERS } from '#domain/spreadsheet.ts'
import { SharedStrings } from './shared-strings.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { parseXml } from './xml-parts.ts'
import type { ZipArchive } from './zip-entries.ts'

const MAX_PART_BYTES = 16 * 1024 * 1024
/** The most strings of `SharedStrings`, with tags of three times their length. */
const MAX_STRINGS_BYTES = 1024 ** 3
/** Number formats that are dates by their number (ECMA-376 part 1, 18.8.30). */
const DATE_FORMATS = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  readonly stringsPart: string | undefined
  /** by the index of a cell's style: whether its number is a date */
  readonly dateStyles: readonly boolean[]
  /** whether days are counted from 1904, as old Macs did */
  readonly from1904: boolean
}

/** The sheets, styles and shared strings of a workbook. */
export async function readWorkbook(zip: ZipArchive): Promise<Workbook> {
  const root = (await readRelations(zip, '')).find(({ kind }) => kind === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (!zip.has(root)) throw new UnreadableFile('broken_spreadsheet')
  const relations = await readRelations(zip, root)
  const partById = new Map(relations.map(({ id, part }) => [id, part]))
  const sheets: { name: string; part: string }[] = []
  let from1904 = false
  await parseXml(await zip.stream(root, MAX_PART_BYTES), {
    open: (name, { name: title, state, date1904, ...rest }) => {
      if (name === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true'
      if (name !== 'sheet' || (state ?? 'visible') !== 'visible') return
      const id = Object.entries(rest).find(([key]) => key.endsWith(':id'))?.[1]
      const part = partById.get(id ?? '')
      if (part && zip.has(part)) sheets.push({ name: title ?? '', part })
    },
  })
  const partOf = (type: string): string | undefined => relations.find(({ kind, part }) => kind === type && zip.has(part))?.part
  const styles = partOf('styles')
  const dateStyles = styles ? await readDateStyles(await zip.stream(styles, MAX_PART_BYTES)) : []
  return { sheets, stringsPart: partOf('sharedStrings'), dateStyles, from1904 }
}

/** The relations of a part ('' for the package), their targets as paths in the zip. */
async function readRelations(zip: ZipArchive, part: string): Promise<{ id: string; kind: string; part: string }[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!zip.has(path)) return []
  const found: { id: string; kind: string; part: string }[] = []
  await parseXml(await zip.stream(path, MAX_PART_BYTES), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      found.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), part: target })
    },
  })
  return found
}

async function readDateStyles(xml: Readable): Promise<boolean[]> {
  const isDate = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCells = false
  await parseXml(xml, {
    open: (name, attributes) => {
      const format = Number(attributes.numFmtId)
      if (name === 'numFmt') isDate.set(format, isDateFormat(attributes.formatCode ?? ''))
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) styles.push(isDate.get(format) ?? DATE_FORMATS.has(format))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Whether a format code shows a date: day, month, year or hour letters outside quotes, escapes and [colours]. */
function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')) && !/^general$/i.test(code)
}

/** The shared strings, their runs joined; phonetic hints are left out. */
export async function readSharedStrings(
  zip: ZipArchive,
  { stringsPart }: Workbook,
  read: { bytes: number },
): Promise<SharedStrings> {
  const strings = new SharedStrings()
  if (stringsPart === undefined) return strings
  let current = ''
  let inText = false
  let phonetic = false
  await parseXml(await zip.stream(stringsPart, MAX_STRINGS_BYTES, read), {
    open: (name) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic = true
      else if (name === 't') inText = !phonetic
    },
    text: (text) => {
      if (inText) current = (current + text).slice(0, CELL_CHARACTERS)
    },
    close: (name) => {
      if (name === 'si') strings.add(current)
      else if (name === 'rPh') phonetic = false
      else if (name === 't') inText = false
    },
  })
  return strings
}
