import type { ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import { SkeletonRows } from './skeleton.tsx'
import styles from './table.module.css'

export interface TableColumn<Row> {
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** names the row for screen readers; the first such column */
  readonly isRowHead?: boolean
  /** figures are right-aligned */
  readonly isNumber?: boolean
  /** the rows are sorted by it */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** tooltip of a truncated text */
  readonly title?: (row: Row) => string
  /** for the head, the cells and the width of the column */
  readonly className?: string
}

interface TableProps<Row> {
  /** name of the table, unless a heading beside it names it */
  readonly label?: string
  readonly columns: readonly TableColumn<Row>[]
  /** undefined while they load */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row, index: number) => string | number
  /** extra class of a row */
  readonly rowClass?: (row: Row) => string | undefined
  /** number of placeholder rows */
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

/** A short table with all its rows. Long lists are grids. */
export function Table<Row>({ label, columns, rows, rowKey, rowClass, waiting = 6, className = '' }: TableProps<Row>) {
  return (
    <table className={classes(styles.table, className)} aria-label={label} aria-busy={rows ? undefined : true}>
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
