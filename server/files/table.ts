/** A value of a table on its way to a file. Dates are instants; files show them in UTC. */
export type FileCell = string | number | Date | null

/** What a column of a file holds: identifiers are 'text', or a spreadsheet would round their last digits away. */
export interface FileColumn {
  readonly header: string
  readonly kind: 'text' | 'number' | 'date'
}

export type FileRows = AsyncIterable<readonly FileCell[]> | Iterable<readonly FileCell[]>

/** One row of a table, with the number by which a person finds it again in the file. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface TableBatch {
  readonly rows: readonly TableRow[]
  /** how much of the file has been read, bytes */
  readonly bytesRead: number
}
