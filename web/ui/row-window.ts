import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows that are drawn beyond each edge of the view: what is seen next by a key or a turn of the wheel is there already. */
const BEYOND = 12
/** So few rows are drawn all. */
const FEW = 60

/** Which rows of a list are drawn, and how much room stands for the others, px. */
export interface RowWindow {
  readonly first: number
  /** the first that is not drawn any more */
  readonly end: number
  readonly above: number
  readonly below: number
}

interface View {
  /** where the rows begin, and what of the window shows them, px from its upper edge */
  readonly top: number
  readonly from: number
  readonly to: number
}

/** The rows of a list of equal heights that a view shows, and some around them. */
export function rowWindow(count: number, height: number, { top, from, to }: View): RowWindow {
  if (count <= FEW) return { first: 0, end: count, above: 0, below: 0 }
  const clamp = (row: number): number => Math.min(count, Math.max(0, row))
  const first = clamp(Math.floor((from - top) / height) - BEYOND)
  const end = Math.max(first, clamp(Math.ceil((to - top) / height) + BEYOND))
  return { first, end, above: first * height, below: (count - end) * height }
}

interface Rows {
  /** stands where the rows begin, drawn or not */
  readonly top: RefObject<HTMLElement | null>
  /** scrolls by itself; without one the page does */
  readonly scroller?: RefObject<HTMLElement | null>
  readonly count: number
  /** of a row, px */
  readonly height: number
}

function viewOf(first: HTMLElement, scroller: HTMLElement | null | undefined): View {
  const { top } = first.getBoundingClientRect()
  if (!scroller) return { top, from: 0, to: innerHeight }
  const frame = scroller.getBoundingClientRect()
  return { top, from: frame.top, to: Math.min(frame.bottom, innerHeight) }
}

const isSame = (one: RowWindow, other: RowWindow): boolean =>
  one.first === other.first && one.end === other.end && one.below === other.below

/** Draws of a long list only what can be seen, while the list keeps its whole height. */
export function useRowWindow({ top, scroller, count, height }: Rows): RowWindow {
  const [shown, setShown] = useState<RowWindow>(() => rowWindow(count, height, { top: 0, from: 0, to: innerHeight }))
  const look = useCallback(() => {
    if (!top.current) return
    const next = rowWindow(count, height, viewOf(top.current, scroller?.current))
    setShown((before) => (isSame(before, next) ? before : next))
  }, [top, scroller, count, height])
  useLayoutEffect(() => {
    look()
    // scrolling does not bubble: caught on its way down, it is heard of every scroller and of the page
    const options = { capture: true, passive: true } as const
    addEventListener('scroll', look, options)
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look, options)
      removeEventListener('resize', look)
    }
  }, [look])
  return shown
}
