import { cellText, headingOf, isTime } from './cell-text.ts'
import { printHeadings, printLines } from './print-table.ts'
import { isScreen, languageOf, print, screenWidth, styled } from './screen.ts'
import { layOutTable } from './table.ts'
import { padText, textWidth } from './text-width.ts'

type Scalar = string | number | boolean | null
type Item = Readonly<Record<string, unknown>>

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object'
const isTable = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => !isScalar(item) && !Array.isArray(item))

const cellOf = (name: string, value: unknown): string => {
  if (isScalar(value)) return cellText(name, value)
  if (Array.isArray(value) && value.every(isScalar))
    return value.length > 0 ? value.map((one) => cellText(name, one)).join(', ') : '-'
  if (Array.isArray(value)) return JSON.stringify(value)
  const item = value as Item
  // a text in both languages
  if ('es' in item && 'en' in item) return cellOf(name, item[languageOf()])
  const parts = Object.entries(item).map(([its, one]) => `${its}: ${cellOf(its, one)}`)
  return parts.length > 0 ? parts.join(', ') : '-'
}

/** Names and values, those within others with both names; tables come apart. */
function flatten(item: Item, within = ''): { lines: (readonly [string, string])[]; tables: (readonly [string, Item[]])[] } {
  const parts = Object.entries(item).map(([name, value]) => {
    const whole = `${within}${name}`
    if (isTable(value)) return { lines: [], tables: [[whole, value] as const] }
    if (!isScalar(value) && !Array.isArray(value) && !('es' in (value as Item))) return flatten(value as Item, `${whole}.`)
    return { lines: [[whole, cellOf(name, value)] as const], tables: [] }
  })
  return { lines: parts.flatMap(({ lines }) => lines), tables: parts.flatMap(({ tables }) => tables) }
}

async function printTableOf(items: readonly Item[]): Promise<void> {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const heads = names.map((name) => ({
    heading: headingOf(name),
    isRight: items.every((item) => typeof item[name] === 'number'),
    isWhole: name === 'icc' || items.every((item) => typeof item[name] === 'number' || isTime(item[name])),
  }))
  const rows = items.map((item) => names.map((name) => cellOf(name, item[name])))
  const layout = layOutTable(heads, rows, screenWidth())
  await printHeadings(heads, layout)
  await printLines(rows, heads, layout)
}

async function printItem(item: Item): Promise<void> {
  const { lines, tables } = flatten(item)
  const width = Math.max(0, ...lines.map(([name]) => textWidth(name)))
  await print(lines.map(([name, value]) => `${styled(padText(name, width), 'dim')}  ${value}\n`).join(''))
  for (const [name, items] of tables) {
    await print(`\n${styled(name, 'bold')}\n`)
    await printTableOf(items)
  }
}

/** The data of an answer: names and values, or a table. */
export async function printData(data: unknown): Promise<void> {
  if (isTable(data)) return printTableOf(data)
  if (Array.isArray(data)) return print(data.length > 0 ? `${data.map((one) => cellOf('', one)).join('\n')}\n` : 'None.\n')
  if (isScalar(data)) return data === null ? undefined : print(`${cellText('', data)}\n`)
  return printItem(data as Item)
}

export const printJson = (data: unknown): Promise<void> => print(`${JSON.stringify(data, null, isScreen() ? 2 : 0)}\n`)

const tsvCell = (value: unknown): string =>
  value === null || value === undefined
    ? '\\N'
    : String(isScalar(value) ? value : JSON.stringify(value)).replaceAll(/[\\\t\n\r]/g, (char) =>
        JSON.stringify(char).slice(1, -1),
      )

/** A table as it is, anything else as lines of a name and a value. */
export async function printTsv(data: unknown): Promise<void> {
  if (isTable(data)) {
    const names = [...new Set(data.flatMap((item) => Object.keys(item)))]
    const rows = data.map((item) => names.map((name) => tsvCell(item[name])))
    return print([names, ...rows].map((row) => `${row.join('\t')}\n`).join(''))
  }
  const entries = isScalar(data) || Array.isArray(data) ? [['data', data] as const] : Object.entries(data as Item)
  return print(entries.map(([name, value]) => `${name}\t${tsvCell(value)}\n`).join(''))
}
