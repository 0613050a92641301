import type { ApiClient, CallValues } from './api-client.ts'
import { NUMBER_WORDS } from './calls.generated.ts'
import { cellText, headingOf } from './cell-text.ts'
import { usageError } from './failure.ts'
import { cellValue, lineCells, openRows } from './list-pages.ts'
import type { Given } from './options.ts'
import { printHeadings, printLines } from './print-table.ts'
import type { AnswerColumn, PublicCall } from './public-call.ts'
import { note, print, screenWidth, styled } from './screen.ts'
import { layOutTable, type ScreenColumn, type TableLayout } from './table.ts'

/** Rows of a table without --limit and --all. */
const TABLE_ROWS = 100
/** Numbers that name something are read from the left and never cut. */
const IDENTIFIER = /^(icc|imei|imsi|msisdn|ip)$|Id$/

interface ListRequest {
  readonly call: PublicCall
  readonly values: CallValues
  readonly given: Given
  /** of the table, when none are chosen */
  readonly columns?: readonly string[]
}

function limitOf({ limit }: Given): number | undefined {
  if (limit === undefined) return undefined
  const rows = Number(limit)
  if (!Number.isInteger(rows) || rows < 1) throw usageError(`--limit takes a number of rows, not ${limit}.`)
  return rows
}

function chosenColumns({ call, given, columns }: ListRequest, names: readonly string[]): readonly string[] {
  if (given.columns === undefined)
    return given.tsv || given.json ? names : (columns?.filter((name) => names.includes(name)) ?? names)
  const chosen = String(given.columns).split(',')
  const wrong = chosen.find((name) => !names.includes(name))
  if (wrong !== undefined) throw usageError(`${call.name} has no column ${wrong}; it has ${names.join(', ')}.`)
  return chosen
}

type Line = (cells: readonly (string | null)[]) => string

function jsonLine(columns: readonly AnswerColumn[]): Line {
  return (cells) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name, kind }, index) => [name, cellValue(kind, cells[index] ?? null)])))
}

/** How many rows are asked for: of a table one more than it shows says whether there are more. */
function askedRows(given: Given, limit: number | undefined): number | undefined {
  return limit === undefined && !given.all && !given.json && !given.tsv ? TABLE_ROWS + 1 : limit
}

/** Prints a list in the form that was asked for, while it arrives. */
export async function printList(portal: ApiClient, request: ListRequest): Promise<void> {
  const { call, values, given } = request
  const limit = limitOf(given)
  const { names, rows } = await openRows(portal, call, values, askedRows(given, limit))
  const chosen = chosenColumns(request, names)
  const places = chosen.map((name) => names.indexOf(name))
  const columns = chosen.map((name) => call.columns?.find((one) => one.name === name) ?? ({ name, kind: 'text' } as const))
  if (given.json) return printRows(rows, places, lineCells, jsonLine(columns))
  if (given.tsv) {
    await print(`${chosen.join('\t')}\n`)
    if (given.columns === undefined) return printRaw(rows)
    return printRows(
      rows,
      places,
      (line) => line.split('\t'),
      (cells) => cells.join('\t'),
    )
  }
  const shown = limit ?? (given.all ? Number.POSITIVE_INFINITY : TABLE_ROWS)
  await printTable(rows, { columns, places, shown, isOfSims: names.includes('simTypeId') })
}

async function printRaw(rows: AsyncGenerator<string[]>): Promise<void> {
  for await (const lines of rows) if (lines.length > 0) await print(`${lines.join('\n')}\n`)
}

async function printRows(
  rows: AsyncGenerator<string[]>,
  places: readonly number[],
  cellsIn: (line: string) => (string | null)[],
  lineOf: Line,
): Promise<void> {
  for await (const lines of rows) {
    const text = lines.map((line) => {
      const cells = cellsIn(line)
      return `${lineOf(places.map((place) => cells[place] ?? null))}\n`
    })
    if (text.length > 0) await print(text.join(''))
  }
}

interface TableRequest {
  readonly columns: readonly AnswerColumn[]
  readonly places: readonly number[]
  readonly shown: number
  readonly isOfSims: boolean
}

/** The first rows give the widths of all. */
async function printTable(rows: AsyncGenerator<string[]>, { columns, places, shown, isOfSims }: TableRequest): Promise<void> {
  const heads: ScreenColumn[] = columns.map(({ name, kind }) => ({
    heading: headingOf(name, isOfSims),
    isRight: kind === 'number' && !IDENTIFIER.test(name) && !NUMBER_WORDS[name],
    isWhole: kind === 'number' || kind === 'time' || IDENTIFIER.test(name),
  }))
  let layout: TableLayout | undefined
  let printed = 0
  let pending: string[][] = []
  const flush = async () => {
    if (!layout) {
      layout = layOutTable(heads, pending, screenWidth())
      await printHeadings(heads, layout)
    }
    if (pending.length > 0) await printLines(pending, heads, layout)
    pending = []
  }
  let isMore = false
  for await (const lines of rows) {
    for (const line of lines) {
      if (printed === shown) {
        isMore = true
        break
      }
      const cells = lineCells(line)
      pending.push(places.map((place, index) => cellText(columns[index]?.name ?? '', cells[place] ?? null)))
      printed++
    }
    if (layout || pending.length >= TABLE_ROWS) await flush()
  }
  if (printed === 0) return note('None.')
  await flush()
  if (isMore) note(styled(`The first ${shown}; --limit or --all shows more.`, 'dim', process.stderr))
  const hidden = layout?.hidden ?? 0
  if (hidden > 0)
    note(
      styled(
        `The screen is too narrow for ${hidden === 1 ? 'one more column' : `${hidden} more columns`}.`,
        'dim',
        process.stderr,
      ),
    )
}
