import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { classes } from '#web/lib/classes.ts'
import { groupNeighbours } from '#web/lib/group-neighbours.ts'
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
  /** px, or a share of the table such as '24%'; without it what others leave */
  readonly width?: number | string
  /**
   * Place in the card that a row is on a phone: the first line, at its right end, a line, small at the bottom, or buttons. Without it
   * the column is left out there. A table without any place stays a table.
   */
  readonly phone?: 'head' | 'mark' | 'line' | 'foot' | 'menu' | 'act'
  /** on a phone its head, or `name` where that is more than text, is before the value */
  readonly isNamed?: boolean
  readonly name?: string
  /** text that wraps */
  readonly isLong?: boolean
  /** for the head, the cells and the column */
  readonly className?: string | undefined
}

interface TableProps<Row> {
  /** name of the table, unless a heading beside it names it */
  readonly label?: string
  readonly columns: readonly TableColumn<Row>[]
  /** undefined while they load */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row, index: number) => string | number
  /** extra class of a row */
  readonly rowClass?: ((row: Row) => string | undefined) | undefined
  /** heading over neighbours, such as their day; the rows are ordered by it */
  readonly groupOf?: ((row: Row) => string) | undefined
  /** number of placeholder rows */
  readonly waiting?: number
  readonly className?: string | undefined
  readonly beside?: Beside | undefined
}

/** What is open of a table beside it. */
export interface Beside {
  /** key of the open row */
  readonly opened: number | string | undefined
  close(): void
}

const classOf = <Row,>({ isNumber, isLong, phone, className }: TableColumn<Row>): string | undefined =>
  classes(isNumber && 'numeric', isLong && styles.long, phone && styles[phone], className) || undefined

function Cell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const content = column.cell(row)
  const attributes = {
    className: classOf(column),
    title: column.title?.(row),
    'data-name': column.isNamed ? (column.name ?? String(column.head)) : undefined,
  }
  return column.isRowHead ? (
    <th scope="row" {...attributes}>
      {content}
    </th>
  ) : (
    <td {...attributes}>{content}</td>
  )
}

/** What opens a row: the link or the button in its head. */
const OPENS = 'th[scope=row] :is(a, button)'
const CONTROLS = 'a, button, input, select, textarea, label, summary, [popover]'

/** Whether a row is clicked beside its controls; a selected text is not a click. */
export const isBesideControls = ({ target }: MouseEvent): boolean =>
  target instanceof Element && !target.closest(CONTROLS) && !getSelection()?.toString()

/** A click beside the controls of a row opens it. */
function openRow(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || !isBesideControls(event)) return
  const opener = target.closest('tr')?.querySelector<HTMLElement>(OPENS)
  // the keys go on from the row
  opener?.focus({ preventScroll: true })
  opener?.click()
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The arrow keys, J and K go from row to row; Enter opens the one with the focus. With a row open the next one opens. */
function goToRow(event: KeyboardEvent<HTMLElement>, beside: Beside | undefined): void {
  const { key, target } = event
  const isOpen = beside?.opened !== undefined
  if (key === 'Escape' && isOpen) beside.close()
  const step = STEPS[key]
  if (step === undefined || event.defaultPrevented || !(target instanceof Element) || !target.matches(OPENS)) return
  const rows = [...event.currentTarget.querySelectorAll('tr')].filter((row) => row.querySelector(OPENS))
  const next = rows[rows.findIndex((row) => row.contains(target)) + step]?.querySelector<HTMLElement>(OPENS)
  if (!next) return
  event.preventDefault()
  next.focus()
  if (isOpen) next.click()
}

/** Keeps the open row in view. */
function useOpenInView(opened: Beside['opened']) {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (opened !== undefined) table.current?.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [opened])
  return table
}

type RowsProps<Row> = Omit<TableProps<Row>, 'label' | 'rows' | 'waiting' | 'className'> & { readonly rows: readonly Row[] }

/** The rows, each group of them under its heading. */
function Rows<Row>({ columns, rows, rowKey, rowClass, groupOf, beside }: RowsProps<Row>) {
  const headed = rows.map((row) => ({ row, heading: groupOf?.(row) }))
  return groupNeighbours(headed, (a, b) => a.heading === b.heading).map((group) => {
    const [{ heading }] = group
    return (
      <tbody key={heading ?? ''}>
        {heading === undefined ? null : (
          <tr className={styles.group}>
            <th scope="rowgroup" colSpan={columns.length}>
              {heading}
            </th>
          </tr>
        )}
        {group.map(({ row }, index) => (
          <tr
            key={rowKey(row, index)}
            className={rowClass?.(row)}
            aria-current={beside && rowKey(row, index) === beside.opened ? 'true' : undefined}
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    )
  })
}

/** A table of the rows that are loaded. On a phone its rows can be cards. */
export function Table<Row>({ label, rows, waiting = 6, className, ...props }: TableProps<Row>) {
  const { columns, beside } = props
  const table = useOpenInView(beside?.opened)
  const hasCards = columns.some(({ phone }) => phone !== undefined)
  return (
    <table
      className={classes(styles.table, hasCards && styles.cards, className)}
      aria-label={label}
      aria-busy={rows ? undefined : true}
      ref={table}
      onClick={openRow}
      onKeyDown={(event) => goToRow(event, beside)}
    >
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} className={column.className} style={{ width: column.width }} />
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
      {rows ? (
        <Rows {...props} rows={rows} />
      ) : (
        <tbody>
          <SkeletonRows rows={waiting} columns={columns.map(classOf)} />
        </tbody>
      )}
    </table>
  )
}

interface TwoLinesProps {
  readonly first: ReactNode
  /** what is said of it, smaller */
  readonly second?: ReactNode
  readonly isStrong?: boolean
  /** both are read whole, on as many lines as they take */
  readonly isSentence?: boolean
}

const titleOf = (content: ReactNode) => (typeof content === 'string' ? content : undefined)

/** A cell of two lines, of which each ends with an ellipsis where it must. */
export function TwoLines({ first, second, isStrong = false, isSentence = false }: TwoLinesProps) {
  const end = isSentence ? styles.sentence : 'ellipsis'
  return (
    <>
      <span className={classes('block', end, isStrong && 'medium')} title={titleOf(first)}>
        {first}
      </span>
      {second ? (
        <span className={classes(styles.second, 'block text-tertiary text-small', end)} title={titleOf(second)}>
          {second}
        </span>
      ) : null}
    </>
  )
}

/** Where a row has no value. */
export const NoValue = () => <span className={styles.noValue}>—</span>
