import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  elementHeight,
  needsSettling,
  type ScrollPosition,
  START,
  scrolledTo,
  settledAt,
  topToShow,
  type VisibleRows,
  visibleRows,
} from './virtual-scroll.ts'

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 6
/** The window moves in steps of so many rows, so that React renders once in several frames. */
const STEP = 4
/** Scrolling has ended without a scroll event for this long, ms. */
const REST_MS = 140

export interface VirtualRows {
  readonly window: VisibleRows
  /** Number of row elements: row n is rendered by element n modulo this. */
  readonly slots: number
  /** px between a row's position in the list and in the element */
  readonly offset: number
  /** px */
  readonly height: number
  readonly isMoving: boolean
  /** rows that are fully or partly visible */
  readonly seen: VisibleRows
  /** Scrolls a row into view with the least movement. */
  show(index: number): void
  /** rows that a page of the keyboard moves by: one less than are visible */
  pageRows(): number
}

interface Options {
  /** the scrolling element */
  readonly scroller: HTMLElement | null
  readonly rows: number
  readonly rowHeight: number
  /** height of the sticky head at the top of the scroller, px */
  readonly head: number
}

interface View {
  position: ScrollPosition
  viewport: number
  isMoving: boolean
}

const stepped = ({ first, last }: VisibleRows, rows: number): VisibleRows => ({
  first: Math.floor(first / STEP) * STEP,
  last: Math.min(rows - 1, Math.ceil((last + 1) / STEP) * STEP - 1),
})

/** Renders a window of a long list into a scroller; virtual-scroll.ts synchronises the two. */
export function useVirtualRows({ scroller, rows, rowHeight, head }: Options): VirtualRows {
  const view = useRef<View>({ position: START, viewport: 0, isMoving: false })
  const [, render] = useReducer((turn: number) => turn + 1, 0)
  const options = useRef({ rows, rowHeight, head })
  options.current = { rows, rowHeight, head }

  const windowOf = useCallback((overscan: number): VisibleRows => {
    const { position, viewport } = view.current
    return visibleRows(position.top, { rows: options.current.rows, rowHeight: options.current.rowHeight, viewport, overscan })
  }, [])

  const extent = useCallback(
    () => ({ content: options.current.rows * options.current.rowHeight, viewport: view.current.viewport }),
    [],
  )

  const goTo = useCallback(
    (top: number) => {
      const { scrollTop, position } = settledAt(top, extent())
      view.current.position = position
      if (scroller) scroller.scrollTop = scrollTop
      render()
    },
    [extent, scroller],
  )

  useLayoutEffect(() => {
    const element = scroller
    if (!element) return
    const measure = () => {
      view.current.viewport = Math.max(0, element.clientHeight - options.current.head)
      render()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  // A change of the row height keeps the first visible row.
  const heightBefore = useRef(rowHeight)
  useLayoutEffect(() => {
    const before = heightBefore.current
    heightBefore.current = rowHeight
    if (before !== rowHeight) goTo((view.current.position.top / before) * rowHeight)
  }, [rowHeight, goTo])

  useEffect(() => {
    const element = scroller
    if (!element) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const rested = () => {
      view.current.isMoving = false
      render()
    }
    const scrolled = () => {
      const { current } = view
      const before = current.position
      const drawn = stepped(windowOf(OVERSCAN), options.current.rows)
      let position = scrolledTo(before, element.scrollTop, extent())
      if (needsSettling(position, extent())) {
        const settled = settledAt(position.top, extent())
        element.scrollTop = settled.scrollTop
        position = settled.position
      }
      current.position = position
      clearTimeout(rest)
      rest = setTimeout(rested, REST_MS)
      const next = stepped(windowOf(OVERSCAN), options.current.rows)
      const isSame = drawn.first === next.first && drawn.last === next.last && before.offset === position.offset
      if (isSame && current.isMoving) return
      current.isMoving = true
      // in the same frame as the scrolling, or the rows would be a frame late
      flushSync(render)
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('scroll', scrolled)
    }
  }, [extent, windowOf, scroller])

  const { position, isMoving } = view.current
  return {
    window: stepped(windowOf(OVERSCAN), rows),
    slots: Math.ceil(view.current.viewport / rowHeight) + 1 + 2 * (OVERSCAN + STEP),
    offset: position.offset,
    height: elementHeight(extent()),
    isMoving,
    seen: windowOf(0),
    show: (index) => {
      const top = topToShow(index, view.current.position.top, { rowHeight, viewport: view.current.viewport })
      if (top !== view.current.position.top) goTo(top)
    },
    pageRows: () => Math.max(1, Math.floor(view.current.viewport / rowHeight) - 1),
  }
}
