import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import styles from './grid.module.css'
import { type RenderedColumn, SimCardRow, SimTableRow } from './grid-row.tsx'
import { ROW_GROUP } from './roles.ts'
import { isSelected } from './selection.ts'
import type { SimGridProps } from './sim-grid.tsx'
import type { SimPages } from './sim-pages.ts'
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts'

const HEAD_HEIGHT = 32

/** What the grid needs of its rows when a key is pressed. */
export type GridView = Pick<VirtualRows, 'pageRows'>

interface GridBodyProps extends SimGridProps {
  readonly scroller: HTMLElement | null
  readonly view: RefObject<GridView | null>
  readonly drawn: readonly RenderedColumn[]
}

/** The visible rows and a few more. Only this renders while the list scrolls. */
export const GridBody = memo(function GridBody(props: GridBodyProps) {
  const { pages, rowCount, rowHeight, layout, cursor, seen, scroller, view } = props
  useSyncExternalStore(pages.subscribe, pages.version)
  const rows = useVirtualRows({ scroller, rows: rowCount, rowHeight, head: layout === 'table' ? HEAD_HEIGHT : 0 })
  const { first, last } = rows.seen
  view.current = rows
  useEffect(() => {
    pages.setVisible(first, Math.max(first, last))
    seen.set({ first, last })
  }, [pages, seen, first, last])
  useCursorInView(rows, cursor)
  useTopOfNewList(rows, pages)
  return (
    <div {...ROW_GROUP} className={styles.gridBody} style={{ height: rows.height }}>
      {renderRows(props, rows)}
    </div>
  )
})

/** While the list scrolls, elements stay and get the contents of the next rows. At rest they are in reading order. */
function renderRows(
  { drawn, pages, rowHeight, layout, context, selection, cursor, openIcc, active, edited, own }: GridBodyProps,
  rows: VirtualRows,
) {
  const Row = layout === 'table' ? SimTableRow : SimCardRow
  const places: number[] = []
  for (let index = rows.window.first; index <= rows.window.last; index++) places.push(index)
  if (rows.isMoving) places.sort((a, b) => (a % rows.slots) - (b % rows.slots))
  return places.map((index) => {
    const row = pages.row(index)
    return (
      <Row
        key={index % rows.slots}
        index={index}
        y={index * rowHeight - rows.offset}
        row={row}
        isSelected={row !== undefined && isSelected(selection, row.icc)}
        isCursor={index === cursor}
        isOpen={row !== undefined && row.icc === openIcc}
        active={index === cursor ? active : undefined}
        edited={row !== undefined && row.icc === edited?.icc ? edited.field : undefined}
        own={own}
        columns={drawn}
        context={context}
      />
    )
  })
}

/** Scrolls the row of the keyboard cursor into view. */
function useCursorInView(rows: VirtualRows, cursor: number | undefined): void {
  const show = useRef(rows.show)
  show.current = rows.show
  useLayoutEffect(() => {
    if (cursor !== undefined) show.current(cursor)
  }, [cursor])
}

/** Another filter or order, which has pages of its own, starts at the top. */
function useTopOfNewList(rows: VirtualRows, pages: SimPages): void {
  const show = useRef(rows.show)
  show.current = rows.show
  const before = useRef(pages)
  useLayoutEffect(() => {
    if (before.current !== pages) show.current(0)
    before.current = pages
  }, [pages])
}
