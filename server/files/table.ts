/** A value of a table to be written to a file. Dates are instants; files show them in UTC. */
export type FileCell = string | number | Date | null

/** The type of a file's column: identifiers are 'text', because a spreadsheet would round their last digits. */
export interface FileColumn {
  readonly header: string
  readonly kind: 'text' | 'number' | 'date'
}

export type FileRows = AsyncIterable<readonly FileCell[]> | Iterable<readonly FileCell[]>

/** One row of a table, with its line number in the file. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Columns read; a sheet can have 16 384, and one cell in the last one would make each row that long. */
export const MAX_COLUMNS = 256
const BATCH_ROWS = 2_000
/** 2 000 rows of 2 000 characters; so many take some 10 MB, where 2 000 rows of the longest cells would take 16 GB. */
const BATCH_CHARACTERS = 4_000_000

/** Rows that are gathered until they make a batch. */
export class RowBatch {
  #rows: TableRow[] = []
  #characters = 0

  add(row: TableRow): void {
    this.#rows.push(row)
    for (const cell of row.cells) this.#characters += cell.length
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  take(): readonly TableRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#characters = 0
    return rows
  }
}

export interface TableBatch {
  readonly rows: readonly TableRow[]
  /** how much of the file has been read, bytes */
  readonly bytesRead: number
}
