import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows that are rendered beyond each edge of the viewport, so that a key press or a wheel step shows them at once. */
const OVERSCAN = 12
/** Up to so many rows are all rendered. */
const ALL_BELOW = 60

/** The rows of a list that are rendered, and the space that replaces the others, px. */
export interface RenderedRows {
  readonly first: number
  /** exclusive */
  readonly end: number
  readonly above: number
  readonly below: number
}

interface View {
  /** top of the rows, and the visible part of the window, px from its upper edge */
  readonly top: number
  readonly from: number
  readonly to: number
}

/** The visible rows of a list of equal heights, with some around them. */
export function renderedRows(count: number, height: number, { top, from, to }: View): RenderedRows {
  if (count <= ALL_BELOW) return { first: 0, end: count, above: 0, below: 0 }
  const clamp = (row: number): number => Math.min(count, Math.max(0, row))
  const first = clamp(Math.floor((from - top) / height) - OVERSCAN)
  const end = Math.max(first, clamp(Math.ceil((to - top) / height) + OVERSCAN))
  return { first, end, above: first * height, below: (count - end) * height }
}

interface Rows {
  /** element at the top of the rows, rendered or not */
  readonly top: RefObject<HTMLElement | null>
  /** the scrolling element; the page without one */
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

const isSame = (one: RenderedRows, other: RenderedRows): boolean =>
  one.first === other.first && one.end === other.end && one.below === other.below

/** Renders only the visible rows of a long list, while the list keeps its full height. */
export function useRowWindow({ top, scroller, count, height }: Rows): RenderedRows {
  const [shown, setShown] = useState<RenderedRows>(() => renderedRows(count, height, { top: 0, from: 0, to: innerHeight }))
  const update = useCallback(() => {
    if (!top.current) return
    const next = renderedRows(count, height, viewOf(top.current, scroller?.current))
    setShown((before) => (isSame(before, next) ? before : next))
  }, [top, scroller, count, height])
  useLayoutEffect(() => {
    update()
    // scroll events do not bubble: captured at the document, for every scroller and the page
    const options = { capture: true, passive: true } as const
    addEventListener('scroll', update, options)
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update, options)
      removeEventListener('resize', update)
    }
  }, [update])
  return shown
}
