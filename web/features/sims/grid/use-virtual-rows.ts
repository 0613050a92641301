import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  elementHeight,
  needsSettling,
  type RowWindow,
  rowWindow,
  type ScrollPlace,
  START,
  scrolledTo,
  settledAt,
  topToShow,
} from './virtual-scroll.ts'

/** Rows drawn beyond those that are seen. */
const OVERSCAN = 6
/** The window moves in steps of so many rows, so that React works once in some frames and not in each. */
const STEP = 4
/** Without a scroll event for this long the list rests, ms. */
const REST_MS = 140

export interface VirtualRows {
  readonly window: RowWindow
  /** Elements that are enough for any window: row n is drawn by element n modulo this. */
  readonly slots: number
  /** px to take off a row's place in the list to get its place in the element */
  readonly offset: number
  /** px */
  readonly height: number
  readonly isMoving: boolean
  /** rows that are wholly or partly seen */
  readonly seen: RowWindow
  /** Brings a row into view with the least movement. */
  show(index: number): void
  /** px of the list that are seen at once */
  pageRows(): number
}

interface Options {
  /** the element that scrolls */
  readonly scroller: HTMLElement | null
  readonly rows: number
  readonly rowHeight: number
  /** px at the top of the scroller that stay: the head */
  readonly head: number
}

interface View {
  place: ScrollPlace
  viewport: number
  isMoving: boolean
}

const stepped = ({ first, last }: RowWindow, rows: number): RowWindow => ({
  first: Math.floor(first / STEP) * STEP,
  last: Math.min(rows - 1, Math.ceil((last + 1) / STEP) * STEP - 1),
})

/** Draws a window of a long list into a scroller; see virtual-scroll.ts for how the two are kept in step. */
export function useVirtualRows({ scroller, rows, rowHeight, head }: Options): VirtualRows {
  const view = useRef<View>({ place: START, viewport: 0, isMoving: false })
  const [, render] = useReducer((turn: number) => turn + 1, 0)
  const options = useRef({ rows, rowHeight, head })
  options.current = { rows, rowHeight, head }

  const windowOf = useCallback((overscan: number): RowWindow => {
    const { place, viewport } = view.current
    return rowWindow(place.top, { rows: options.current.rows, rowHeight: options.current.rowHeight, viewport, overscan })
  }, [])

  const extent = useCallback(
    () => ({ content: options.current.rows * options.current.rowHeight, viewport: view.current.viewport }),
    [],
  )

  const goTo = useCallback(
    (top: number) => {
      const { scrollTop, place } = settledAt(top, extent())
      view.current.place = place
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

  // A change of the row height keeps the first row that is seen.
  const heightBefore = useRef(rowHeight)
  useLayoutEffect(() => {
    const before = heightBefore.current
    heightBefore.current = rowHeight
    if (before !== rowHeight) goTo((view.current.place.top / before) * rowHeight)
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
      const before = current.place
      const drawn = stepped(windowOf(OVERSCAN), options.current.rows)
      let place = scrolledTo(before, element.scrollTop, extent())
      if (needsSettling(place, extent())) {
        const settled = settledAt(place.top, extent())
        element.scrollTop = settled.scrollTop
        place = settled.place
      }
      current.place = place
      clearTimeout(rest)
      rest = setTimeout(rested, REST_MS)
      const next = stepped(windowOf(OVERSCAN), options.current.rows)
      const isSame = drawn.first === next.first && drawn.last === next.last && before.offset === place.offset
      if (isSame && current.isMoving) return
      current.isMoving = true
      // In the same frame as the scrolling, or the rows would come a frame late.
      flushSync(render)
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('scroll', scrolled)
    }
  }, [extent, windowOf, scroller])

  const { place, isMoving } = view.current
  return {
    window: stepped(windowOf(OVERSCAN), rows),
    slots: Math.ceil(view.current.viewport / rowHeight) + 1 + 2 * (OVERSCAN + STEP),
    offset: place.offset,
    height: elementHeight(extent()),
    isMoving,
    seen: windowOf(0),
    show: (index) => {
      const top = topToShow(index, view.current.place.top, { rowHeight, viewport: view.current.viewport })
      if (top !== view.current.place.top) goTo(top)
    },
    pageRows: () => Math.max(1, Math.floor(view.current.viewport / rowHeight) - 1),
  }
}
