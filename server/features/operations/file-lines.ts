import { tooManyLinesSentence } from '#contract/inventory/inventory-messages.ts'
import { OPERATION_MAX_LINES } from '#contract/operations/mass-actions.calls.ts'
import { iccidCandidates, luhnDigit } from '#domain/identifiers.ts'
import { invalidField } from '#server/app-error.ts'
import type { TableFile } from '#server/files/table-reader.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'

/** Characters of a cell; the rest is cut. */
const CELL_CHARACTERS = 500
/** What an element of an array takes beside its characters, bytes. */
const CELL_OVERHEAD = 4
/** Characters that are stored of a file: a million lines have a thousand each, which thirty columns do not reach. */
const FILE_CHARACTERS = OPERATION_MAX_LINES * 1_000

/** Where a file has its lines and their ICCs. */
export interface LineLayout {
  readonly headerLine: number
  readonly iccColumn: number
  /** the column has numbers without their check digit */
  readonly isBare: boolean
}

export interface FileLine {
  readonly given: string
  /** that it may mean */
  readonly iccids: readonly string[]
  readonly cells: readonly string[]
}

/**
 * The lines of a file, some at a time.
 * @throws AppError when there are too many
 * @throws UnreadableFile when all of them together are too long
 */
export async function* fileLines(table: Pick<TableFile, 'batches'>, layout: LineLayout): AsyncGenerator<FileLine[]> {
  let lines = 0
  let characters = 0
  for await (const { rows } of table.batches()) {
    const found = rows.filter(({ line }) => line > layout.headerLine).map(({ cells }) => fileLine(cells, layout))
    lines += found.length
    if (lines > OPERATION_MAX_LINES) throw invalidField('file', tooManyLinesSentence(OPERATION_MAX_LINES))
    for (const { cells } of found) for (const cell of cells) characters += cell.length + CELL_OVERHEAD
    if (characters > FILE_CHARACTERS) throw new UnreadableFile('oversized_spreadsheet')
    yield found
  }
}

function fileLine(given: readonly string[], { iccColumn, isBare }: LineLayout): FileLine {
  const icc = (given[iccColumn] ?? '').trim().slice(0, 60)
  const digits = icc.replace(/\s/g, '')
  const iccids = isBare && /^\d{18,19}$/.test(digits) ? [digits + luhnDigit(digits)] : iccidCandidates(icc)
  return { given: icc, iccids, cells: given.map(cutCell) }
}

export const cutCell = (cell: string): string => cell.slice(0, CELL_CHARACTERS)
