import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, type PointerEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import { classes } from '#web/lib/classes.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Tip } from '#web/ui/tip.tsx'
import type { Columns } from './column-state.ts'
import gridStyles from './grid.module.css'
import styles from './grid-head.module.css'
import type { RenderedColumn } from './grid-row.tsx'
import { COLUMN_HEADER, ROW, ROW_GROUP } from './roles.ts'
import { pageState } from './selection.ts'
import type { SimGridProps } from './sim-grid.tsx'
import { nextSort, type SortState } from './sort-order.ts'
import { useViewedRows } from './viewed-rows.ts'

interface GridHeadProps
  extends Pick<SimGridProps, 'columns' | 'descending' | 'isCapped' | 'pages' | 'seen' | 'selection' | 'sort'> {
  readonly drawn: readonly RenderedColumn[]
  onSort(sort: SortState): void
  onSelectPage(icc: readonly string[]): void
}

const HEAD_ROW = { ...ROW, 'aria-rowindex': 1 }

/** px that a pointer moves before a press becomes a drag */
const DRAG_THRESHOLD = 6

export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const [dropAt, setDropAt] = useState<string>()
  const { drawn } = props
  return (
    <div {...ROW_GROUP} className={styles.gridHead}>
      <div {...HEAD_ROW} className={gridStyles.row}>
        <div {...COLUMN_HEADER} className={`${gridStyles.cell} ${gridStyles.tick}`}>
          <PageBox {...props} />
        </div>
        {drawn.map((column) => (
          <HeadCell key={column.id} {...props} column={column} isDropTarget={dropAt === column.id} onDropAt={setDropAt} />
        ))}
      </div>
    </div>
  )
})

/** The checkbox of the visible loaded rows. */
function PageBox({ pages, selection, seen, onSelectPage }: GridHeadProps) {
  const { t } = useTranslation()
  useSyncExternalStore(pages.subscribe, pages.version)
  const { first, last } = useViewedRows(seen)
  const inView: string[] = []
  for (let index = first; index <= last; index++) {
    const row = pages.row(index)
    if (row) inView.push(row.icc)
  }
  const state = pageState(selection, inView)
  return (
    <Checkbox
      checked={state === 'all' && inView.length > 0}
      mixed={state === 'mixed'}
      onChange={() => onSelectPage(inView)}
      aria-label={t('sims.selectPage')}
    />
  )
}

interface HeadCellProps extends GridHeadProps {
  readonly column: RenderedColumn
  readonly isDropTarget: boolean
  onDropAt(id: string | undefined): void
}

function HeadCell({ column, sort, descending, isCapped, onSort, columns, isDropTarget, onDropAt }: HeadCellProps) {
  const { t } = useTranslation()
  const drag = useColumnDrag(column.id, { onDropAt, onDrop: (toId) => columns.move(column.id, toId) })
  const name = t(`sims.field.${column.id}`)
  const sortBy = SIM_SORTS.find((one) => one === column.id)
  const isSorted = !isCapped && sortBy === sort
  const order = isSorted ? (descending ? 'descending' : 'ascending') : ('none' as const)
  return (
    <div
      {...COLUMN_HEADER}
      {...(sortBy ? { 'aria-sort': order } : {})}
      {...drag.handlers}
      className={classes(
        column.className,
        styles.head,
        column.id === 'consumptionMonthlyData' && styles.numericUse,
        isDropTarget && styles.drop,
      )}
      style={column.style}
      data-column={column.id}
    >
      {sortBy ? (
        <SortButton
          {...{ name, isSorted, descending, isCapped }}
          onClick={() => drag.isClick() && onSort(nextSort(sortBy, { sort, descending }))}
        />
      ) : (
        <span className={styles.name}>
          <span className="ellipsis">{name}</span>
        </span>
      )}
      <Resizer column={column} columns={columns} />
    </div>
  )
}

interface SortButtonProps extends Pick<GridHeadProps, 'descending' | 'isCapped'> {
  readonly name: string
  readonly isSorted: boolean
  onClick(): void
}

/** Sorts by its column; shows the reason if the list cannot be sorted. */
function SortButton({ name, isSorted, descending, isCapped, onClick }: SortButtonProps) {
  const { t } = useTranslation()
  const Arrow = descending ? IconArrowDown : IconArrowUp
  if (isCapped)
    return (
      <Tip text={t('sims.noSort')}>
        <button type="button" className={styles.name} aria-disabled="true">
          <span className="ellipsis">{name}</span>
        </button>
      </Tip>
    )
  return (
    <button
      type="button"
      className={classes(styles.name, isSorted && styles.isOn)}
      title={t('sims.sortBy', { column: name })}
      onClick={onClick}
    >
      <span className="ellipsis">{name}</span>
      {isSorted ? <Arrow className="icon" aria-hidden="true" /> : null}
    </button>
  )
}

const columnAt = (event: PointerEvent): string | undefined =>
  document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest<HTMLElement>('[data-column]')?.dataset.column)
    .find((id) => id !== undefined)

/** Moves a column by dragging its head. For the keyboard the column list does the same. */
function useColumnDrag(
  id: string,
  { onDropAt, onDrop }: { onDropAt(id: string | undefined): void; onDrop(toId: string): void },
) {
  const from = useRef<number>(undefined)
  const isDragging = useRef(false)
  const end = (event: PointerEvent) => {
    const target = isDragging.current ? columnAt(event) : undefined
    if (target && target !== id) onDrop(target)
    from.current = undefined
    onDropAt(undefined)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      from.current = event.clientX
      isDragging.current = false
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current === undefined) return
      if (!isDragging.current && Math.abs(event.clientX - from.current) < DRAG_THRESHOLD) return
      if (!isDragging.current) event.currentTarget.setPointerCapture(event.pointerId)
      isDragging.current = true
      const target = columnAt(event)
      onDropAt(target === id ? undefined : target)
    },
    onPointerUp: end,
    onPointerCancel: () => {
      from.current = undefined
      isDragging.current = false
      onDropAt(undefined)
    },
  }
  return { handlers, isClick: () => !isDragging.current }
}

/** The right edge of a head: resizes while dragged, saved on release; a double click restores the default width. */
function Resizer({ column, columns }: { column: RenderedColumn; columns: Columns }) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const widthNow = (event: PointerEvent) => (start.current ? start.current.width + event.clientX - start.current.x : 0)
  return (
    <span
      className={styles.edge}
      aria-hidden="true"
      onDoubleClick={() => columns.setWidth(column.id, column.width)}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? column.width }
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (!start.current) return
        const grid = event.currentTarget.closest<HTMLElement>('[role="grid"]')
        grid?.style.setProperty(`--w-${column.id}`, `${Math.max(56, widthNow(event))}px`)
      }}
      onPointerUp={(event) => {
        event.stopPropagation()
        if (start.current) columns.setWidth(column.id, widthNow(event))
        start.current = undefined
      }}
    />
  )
}
