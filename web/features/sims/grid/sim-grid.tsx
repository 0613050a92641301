import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pastedCells } from '#domain/pasted-cells.ts'
import { classes } from '#web/lib/classes.ts'
import type { CellContext } from './cell-context.tsx'
import type { Columns } from './column-state.ts'
import styles from './grid.module.css'
import { GridBody, type GridView } from './grid-body.tsx'
import { GridHead } from './grid-head.tsx'
import { type GridKeyActions, gridKey } from './grid-keys.ts'
import { cellId, rowId } from './grid-row.tsx'
import { type EditedCell, isOwnField, type OwnField } from './own-fields.ts'
import { gridVariables, useRenderedColumns } from './rendered-columns.ts'
import { GRID } from './roles.ts'
import type { Selection } from './selection.ts'
import type { SimPages } from './sim-pages.ts'
import type { SortState } from './sort-order.ts'
import { useMoreAtRight } from './use-more-at-right.ts'
import type { OwnFieldActions } from './use-own-fields.ts'
import type { ViewedRows } from './viewed-rows.ts'

export type GridLayout = 'table' | 'cards'

/** px; those of the table are also --row-compact and --row-comfortable */
export const ROW_HEIGHT = { compact: 36, comfortable: 44, cards: 86 } as const

export interface GridActions extends Omit<GridKeyActions, 'move' | 'toEdge' | 'menu' | 'edit' | 'step'> {
  setCursor(index: number): void
  selectPage(icc: readonly string[]): void
  sort(sort: SortState): void
  copy(icc: string): void
  menu(icc: string): void
}

export interface SimGridProps extends SortState {
  /** the list is capped, and has no order */
  readonly isCapped: boolean
  readonly pages: SimPages
  readonly rowCount: number
  /** whether the number of rows is known */
  readonly isCounted: boolean
  readonly rowHeight: number
  readonly layout: GridLayout
  readonly columns: Columns
  readonly context: CellContext
  readonly selection: Selection
  /** the row of the keyboard cursor */
  readonly cursor: number | undefined
  readonly openIcc: string | undefined
  readonly actions: GridActions
  /** the active cell of the cursor's row */
  readonly active: OwnField | undefined
  readonly edited: EditedCell | undefined
  readonly own: OwnFieldActions
  readonly seen: ViewedRows
}

/** The list as a grid: a sticky head, and the visible rows. */
export function SimGrid(props: SimGridProps) {
  const {
    pages,
    rowCount,
    rowHeight,
    layout,
    columns,
    selection,
    cursor,
    actions,
    seen,
    sort,
    descending,
    isCapped,
    isCounted,
  } = props
  const { active, edited } = props
  const { t } = useTranslation()
  const drawn = useRenderedColumns(columns.state)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const view = useRef<GridView>(null)
  const isTable = layout === 'table'
  const attributes = {
    ...GRID,
    tabIndex: 0,
    'aria-label': t('sims.title'),
    'aria-multiselectable': true,
    // -1: unknown
    'aria-rowcount': isCounted ? rowCount + (isTable ? 1 : 0) : -1,
    'aria-colcount': isTable ? drawn.length + 1 : 2,
    'aria-activedescendant': cursor === undefined ? undefined : active && isTable ? cellId(cursor, active) : rowId(cursor),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => pressed(event, props, view),
    onMouseDown: keepFocus,
    onClick: (event: MouseEvent<HTMLElement>) => clicked(event, props),
    onPaste: (event: ClipboardEvent<HTMLElement>) => pasted(event, props),
  }
  useFocusAfterEdit(scroller, edited)
  useMoreAtRight(scroller)
  return (
    <div
      {...attributes}
      ref={setScroller}
      className={classes(styles.grid, styles[layout])}
      style={{ ...gridVariables(columns.state), '--row': `${rowHeight}px` } as object}
    >
      {isTable ? (
        <GridHead
          {...{ drawn, columns, sort, descending, isCapped, pages, selection, seen }}
          onSort={actions.sort}
          onSelectPage={actions.selectPage}
        />
      ) : null}
      <GridBody {...props} scroller={scroller} view={view} drawn={drawn} />
    </div>
  )
}

/** The grid has the focus again once nothing is edited, unless something else has been chosen. */
function useFocusAfterEdit(grid: HTMLElement | null, edited: EditedCell | undefined): void {
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !edited && document.activeElement === document.body) grid?.focus({ preventScroll: true })
    wasEdited.current = edited !== undefined
  }, [grid, edited])
}

const isWriting = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === 'text'

/** Text that is pasted on an active cell goes into it and those below. */
function pasted(event: ClipboardEvent, { cursor, active, own }: SimGridProps): void {
  const text = event.clipboardData.getData('text/plain')
  if (cursor === undefined || !active || text === '') return
  event.preventDefault()
  own.paste(cursor, active, pastedCells(text))
}

const indexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : undefined
}

/** A click in a row keeps the focus on the grid, or keys would go to a checkbox that soon shows another SIM. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (indexOf(event.target) === undefined || isWriting(event.target)) return
  const isControl = event.target instanceof Element && event.target.closest('input, a, button') !== null
  if (isControl || event.shiftKey) event.preventDefault()
  event.currentTarget.dataset.by = 'pointer'
  event.currentTarget.focus({ preventScroll: true })
}

/** The own field of a cell. */
function fieldOf(target: Element): OwnField | undefined {
  const name = target.closest<HTMLElement>('[data-field]')?.dataset.field ?? ''
  return isOwnField(name) ? name : undefined
}

const isTextSelected = (): boolean => window.getSelection()?.type === 'Range'

function clicked(event: MouseEvent<HTMLElement>, { actions, pages, own }: SimGridProps): void {
  const index = indexOf(event.target)
  if (index === undefined || !(event.target instanceof Element) || isWriting(event.target)) return
  const { target } = event
  const field = fieldOf(target)
  const isAdding = event.ctrlKey || event.metaKey
  if (isAdding && target.closest('a')) return
  // A click on the checkbox is not prevented: otherwise it would show the old state until the next render.
  if (!target.closest('input')) event.preventDefault()
  const menuIcc = target.closest<HTMLElement>('[data-menu]')?.dataset.menu
  const copied = target.closest<HTMLElement>('[data-copy]')?.dataset.copy
  if (copied) actions.copy(copied)
  else if (menuIcc) actions.menu(menuIcc)
  else if (!pages.row(index)) return
  else if (field && (event.detail === 2 || target.closest('[data-edit]'))) own.edit(index, field)
  else if (event.shiftKey) actions.selectRange(index)
  else if (isAdding || target.closest('[data-tick]')) actions.toggle(index)
  else if (!isTextSelected()) {
    own.activate(field)
    actions.setCursor(index)
    actions.open(index)
  }
}

/** Rows of a keyboard movement: one, or a page. */
const stepOf = (by: number, view: GridView): number => Math.sign(by) * (Math.abs(by) > 1 ? view.pageRows() : 1)

function pressed(event: KeyboardEvent<HTMLElement>, props: SimGridProps, view: RefObject<GridView | null>): void {
  const { cursor, rowCount, actions, seen, active, own } = props
  const isOwn = event.target === event.currentTarget || indexOf(event.target) !== undefined
  const { current } = view
  if (!isOwn || !current) return
  event.currentTarget.dataset.by = 'keys'
  const goTo = (index: number) => actions.setCursor(Math.max(0, Math.min(rowCount - 1, index)))
  const isHandled = gridKey(event, {
    ...actions,
    edit: own.edit,
    step: own.step,
    isOnField: active !== undefined,
    menu: (index) => {
      const icc = props.pages.row(index)?.icc
      if (icc) actions.menu(icc)
    },
    move: (by) => goTo(cursor === undefined ? seen.get().first : cursor + stepOf(by, current)),
    toEdge: (end) => goTo(end ? rowCount - 1 : 0),
    cursor,
  })
  if (isHandled) event.preventDefault()
}
