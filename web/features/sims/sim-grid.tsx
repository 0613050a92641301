import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { CellContext } from './cell-context.tsx'
import type { Columns } from './column-state.ts'
import { gridVariables, useDrawnColumns } from './drawn-columns.ts'
import { GridHead, type SortState } from './grid-head.tsx'
import { type GridKeyActions, gridKey } from './grid-keys.ts'
import { CardRow, type RowProps, rowId, TableRow } from './grid-row.tsx'
import { GRID, ROW_GROUP } from './roles.ts'
import { isSelected, pageState, type Selection } from './selection.ts'
import type { SimPages } from './sim-pages.ts'
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts'

export type GridLayout = 'table' | 'cards'

/** px; the same numbers as --row-compact, --row-comfortable and the phone's cards */
export const ROW_HEIGHT = { compact: 36, comfortable: 44, cards: 68 } as const
const HEAD_HEIGHT = 32

export interface GridActions extends Omit<GridKeyActions, 'move' | 'toEdge'> {
  setCursor(index: number): void
  selectPage(icc: readonly string[]): void
  sort(sort: SortState): void
  copy(icc: string): void
  /** the rows that are seen have changed */
  seen(first: number, last: number): void
}

interface SimGridProps extends SortState {
  readonly pages: SimPages
  readonly rowCount: number
  readonly rowHeight: number
  readonly layout: GridLayout
  readonly columns: Columns
  readonly context: CellContext
  readonly selection: Selection
  /** the row that the keyboard is on */
  readonly cursor: number | undefined
  readonly openIcc: string | undefined
  readonly actions: GridActions
}

export function SimGrid(props: SimGridProps) {
  const { pages, rowCount, rowHeight, layout, columns, selection, cursor, actions, sort, descending } = props
  const { t } = useTranslation()
  useSyncExternalStore(pages.subscribe, pages.version)
  const drawn = useDrawnColumns(columns.state)
  const isTable = layout === 'table'
  const view = useVirtualRows({ rows: rowCount, rowHeight, head: isTable ? HEAD_HEIGHT : 0 })
  const { first, last } = view.seen
  useEffect(() => pages.look(first, Math.max(first, last)), [pages, first, last])
  useEffect(() => actions.seen(first, last), [actions, first, last])
  useCursorInView(view, cursor)
  useTopOfNewList(view, pages)
  const inView = rowsInView(pages, view)
  const isDrawn = cursor !== undefined && cursor >= view.window.first && cursor <= view.window.last
  return (
    <div
      {...GRID}
      ref={view.scroller}
      className={`grid ${layout}`}
      style={gridVariables(columns.state)}
      tabIndex={0}
      aria-label={t('sims.title')}
      aria-multiselectable="true"
      aria-rowcount={rowCount + (isTable ? 1 : 0)}
      aria-colcount={isTable ? drawn.length + 1 : 2}
      aria-activedescendant={isDrawn ? rowId(cursor) : undefined}
      onKeyDown={(event) => pressed(event, { ...props, view })}
      onMouseDown={keepFocus}
      onClick={(event) => clicked(event, props)}
    >
      {isTable ? (
        <GridHead
          drawn={drawn}
          columns={columns}
          sort={sort}
          descending={descending}
          onSort={actions.sort}
          pageState={inView.length > 0 ? pageState(selection, inView) : 'none'}
          onSelectPage={() => actions.selectPage(inView)}
        />
      ) : null}
      <div {...ROW_GROUP} className="grid-body" style={{ height: view.height }}>
        <Rows {...props} view={view} drawn={drawn} />
      </div>
    </div>
  )
}

/** The header box stands for the rows that are seen and at hand. */
function rowsInView(pages: SimPages, view: VirtualRows): string[] {
  const found: string[] = []
  for (let index = view.seen.first; index <= view.seen.last; index++) {
    const row = pages.row(index)
    if (row) found.push(row.icc)
  }
  return found
}

interface RowsProps extends SimGridProps {
  readonly view: VirtualRows
  readonly drawn: RowProps['columns']
}

/**
 * While the list moves, rows keep their elements and take the contents of the rows that come (an element serves every
 * SLOTS-th row). At rest they stand in the order in which they are read.
 */
const SLOTS = 128

function Rows({ view, drawn, pages, rowHeight, layout, context, selection, cursor, openIcc }: RowsProps) {
  const Row = layout === 'table' ? TableRow : CardRow
  const places: number[] = []
  for (let index = view.window.first; index <= view.window.last; index++) places.push(index)
  if (view.isMoving) places.sort((a, b) => (a % SLOTS) - (b % SLOTS))
  return places.map((index) => {
    const row = pages.row(index)
    return (
      <Row
        key={index % SLOTS}
        index={index}
        y={index * rowHeight - view.offset}
        row={row}
        isSelected={row !== undefined && isSelected(selection, row.icc)}
        isCursor={index === cursor}
        isOpen={row !== undefined && row.icc === openIcc}
        columns={drawn}
        context={context}
      />
    )
  })
}

/** When the keyboard goes to another row, that row is shown. */
function useCursorInView(view: VirtualRows, cursor: number | undefined): void {
  const show = useRef(view.show)
  show.current = view.show
  useLayoutEffect(() => {
    if (cursor !== undefined) show.current(cursor)
  }, [cursor])
}

/** Another filter or order begins at the top. */
function useTopOfNewList(view: VirtualRows, pages: SimPages): void {
  const show = useRef(view.show)
  show.current = view.show
  const before = useRef(pages)
  useLayoutEffect(() => {
    if (before.current !== pages) show.current(0)
    before.current = pages
  }, [pages])
}

const indexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : undefined
}

/** A press in a row keeps the focus on the grid, or keys would go to a box that soon shows another SIM. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (indexOf(event.target) === undefined) return
  const isControl = event.target instanceof Element && event.target.closest('input, a, button') !== null
  if (isControl || event.shiftKey) event.preventDefault()
  event.currentTarget.focus({ preventScroll: true })
}

const isTextSelected = (): boolean => window.getSelection()?.type === 'Range'

function clicked(event: MouseEvent<HTMLElement>, { actions, pages }: SimGridProps): void {
  const index = indexOf(event.target)
  if (index === undefined || !(event.target instanceof Element)) return
  const { target } = event
  const copied = target.closest<HTMLElement>('[data-copy]')?.dataset.copy
  if (copied) return actions.copy(copied)
  const isLink = target.closest('a') !== null
  const isAdding = event.ctrlKey || event.metaKey
  if (isLink && isAdding) return
  event.preventDefault()
  if (!pages.row(index)) return
  if (event.shiftKey) return actions.selectRange(index)
  if (isAdding || target.closest('[data-tick]')) return actions.toggle(index)
  if (isTextSelected()) return
  actions.setCursor(index)
  actions.open(index)
}

/** Rows that a movement of the keyboard goes: one, or as many as are seen. */
const stepOf = (by: number, view: VirtualRows): number => Math.sign(by) * (Math.abs(by) > 1 ? view.pageRows() : 1)

function pressed(event: KeyboardEvent<HTMLElement>, props: SimGridProps & { view: VirtualRows }): void {
  const { view, cursor, rowCount, actions } = props
  const isOwn = event.target === event.currentTarget || indexOf(event.target) !== undefined
  if (!isOwn) return
  const goTo = (index: number) => actions.setCursor(Math.max(0, Math.min(rowCount - 1, index)))
  const isHandled = gridKey(event, {
    ...actions,
    move: (by) => goTo(cursor === undefined ? view.seen.first : cursor + stepOf(by, view)),
    toEdge: (end) => goTo(end ? rowCount - 1 : 0),
    cursor,
  })
  if (isHandled) event.preventDefault()
}
