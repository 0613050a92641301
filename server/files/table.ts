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

export interface TableBatch {
  readonly rows: readonly TableRow[]
  /** how much of the file has been read, bytes */
  readonly bytesRead: number
}
