import type { ReactNode } from 'react'
import { SkeletonRows } from './skeleton.tsx'
import './table.css'

export interface TableColumn<Row> {
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** names the row for those who hear the table; the first column that says so */
  readonly isRowHead?: boolean
  /** figures stand to the right */
  readonly isNumber?: boolean
  /** the rows are in its order */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** what a cut text says in full */
  readonly title?: (row: Row) => string
  /** for the head, the cells and the width of the column alike */
  readonly className?: string
}

interface TableProps<Row> {
  /** what the table is about, where no heading beside it says so */
  readonly label?: string
  readonly columns: readonly TableColumn<Row>[]
  /** undefined while they are coming */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row, index: number) => string | number
  /** how a row looks apart from the others */
  readonly rowClass?: (row: Row) => string | undefined
  /** how many grey rows stand for those that are coming */
  readonly waiting?: number
  readonly className?: string
}

const classOf = <Row,>({ isNumber, className }: TableColumn<Row>): string | undefined =>
  [isNumber ? 'numeric' : '', className ?? ''].filter(Boolean).join(' ') || undefined

function Cell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const content = column.cell(row)
  const attributes = { className: classOf(column), title: column.title?.(row) }
  return column.isRowHead ? (
    <th scope="row" {...attributes}>
      {content}
    </th>
  ) : (
    <td {...attributes}>{content}</td>
  )
}

/** A short table: every row is there. Long lists are grids of their own. */
export function Table<Row>({ label, columns, rows, rowKey, rowClass, waiting = 6, className = '' }: TableProps<Row>) {
  return (
    <table className={`tbl ${className}`} aria-label={label} aria-busy={rows ? undefined : true}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} className={column.className} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={classOf(column)} aria-sort={column.sorted}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row, index) => (
            <tr key={rowKey(row, index)} className={rowClass?.(row)}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))
        ) : (
          <SkeletonRows rows={waiting} columns={columns.map(classOf)} />
        )}
      </tbody>
    </table>
  )
}
