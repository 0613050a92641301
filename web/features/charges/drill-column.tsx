import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './drill.module.css'

interface ColumnProps {
  readonly title: ReactNode
  /** count or amount */
  readonly about?: ReactNode
  /** controls or a note between head and rows */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A drill-down column. */
export function DrillColumn({ title, about, tools, children }: ColumnProps) {
  const id = useId()
  return (
    <section className={styles.column} data-drill-column aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 className="grow ellipsis" id={id}>
          {title}
        </h3>
        <span className="no-wrap tabular-numbers">{about}</span>
      </div>
      {tools}
      {children}
    </section>
  )
}

interface RowsProps<Row> {
  /** undefined while they load */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  readonly isChosen: (row: Row) => boolean
  readonly onChoose: (row: Row) => void
  /** a row opens nothing, and is no button */
  readonly isStill?: (row: Row) => boolean
  readonly cells: (row: Row) => ReactNode
}

/** Rows of a column; the open one is marked. One of them is a tab stop, arrow keys reach the others. */
export function DrillRows<Row>({ rows, rowKey, isChosen, onChoose, isStill = () => false, cells }: RowsProps<Row>) {
  if (!rows) return <SkeletonLines />
  const chosen = rows.findIndex(isChosen)
  const first = chosen >= 0 ? chosen : rows.findIndex((row) => !isStill(row))
  return (
    <ul>
      {rows.map((row, index) => (
        <li key={rowKey(row)}>
          {isStill(row) ? (
            <div className={styles.row}>{cells(row)}</div>
          ) : (
            <button
              type="button"
              className={styles.row}
              data-drill-row
              aria-current={index === chosen ? 'true' : undefined}
              tabIndex={index === first ? 0 : -1}
              onClick={() => onChoose(row)}
            >
              {cells(row)}
              <IconChevronRight className="icon icon-14" aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The total of a column. */
export function DrillTotal({ children }: { children: ReactNode }) {
  return <div className={`${styles.row} ${styles.total}`}>{children}</div>
}

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '44%'] as const

/** Placeholder rows of a column that loads, of the final height. */
function SkeletonLines() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
