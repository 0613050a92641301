/**
 * Scrolling through more rows than an element can be high. Chromium stops at 33 554 400 px and Firefox at 17 895 698, so
 * the scrolled element is at most MAX_HEIGHT high, and the position in the list (`top`, px of a list at its full height)
 * is the element's scrollTop plus an offset:
 *
 * - a short movement (wheel, arrows, touch) moves the list by exactly as many pixels, the offset stays;
 * - a long one (the thumb is dragged, the page jumps) is taken as a share of the whole, and the offset follows from it;
 * - when the element comes near an end of its travel before the list does, or rests, scrollTop is put back to the share
 *   that the list has reached. Rows move along in the same frame, so nothing is seen of it.
 *
 * Near both ends the share is pixel for pixel: else the last rows could only be crept up to.
 */
export const MAX_HEIGHT = 8_000_000

/** px at either end of the list where scrollTop and list position are equal. */
const END_ZONE = 1_000_000

/** A movement of more than this many px in one frame is a jump. The thumb moves by at least MAX_HEIGHT / track height a px. */
const JUMP = 4_000

export interface Extent {
  /** height of all rows, px */
  readonly content: number
  /** visible height of the list, px */
  readonly viewport: number
}

export interface ScrollPosition {
  /** px from the start of the list to the first visible one */
  readonly top: number
  /** top − scrollTop */
  readonly offset: number
}

export const START: ScrollPosition = { top: 0, offset: 0 }

/** Height of the scrolled element. */
export function elementHeight({ content }: Extent): number {
  return Math.min(content, MAX_HEIGHT)
}

const travel = ({ content, viewport }: Extent): number => Math.max(0, content - viewport)
const elementTravel = (extent: Extent): number => Math.max(0, elementHeight(extent) - extent.viewport)
const isScaled = ({ content }: Extent): boolean => content > MAX_HEIGHT
const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value))

/** px between the two end zones: of the list, and of the element. */
const middles = (extent: Extent) => ({
  list: travel(extent) - 2 * END_ZONE,
  element: elementTravel(extent) - 2 * END_ZONE,
})

/** The list position of a scrollTop when the thumb is dragged there. */
function shareOf(scrollTop: number, extent: Extent): number {
  if (scrollTop <= END_ZONE) return Math.max(0, scrollTop)
  const left = elementTravel(extent) - scrollTop
  if (left <= END_ZONE) return travel(extent) - Math.max(0, left)
  const { list, element } = middles(extent)
  return Math.round(END_ZONE + ((scrollTop - END_ZONE) / element) * list)
}

/** The scrollTop of a list position. */
function scrollTopOf(top: number, extent: Extent): number {
  if (top <= END_ZONE) return top
  const left = travel(extent) - top
  if (left <= END_ZONE) return elementTravel(extent) - left
  const { list, element } = middles(extent)
  return Math.round(END_ZONE + ((top - END_ZONE) / list) * element)
}

/** The list position after the element has scrolled to `scrollTop`. */
export function scrolledTo(position: ScrollPosition, scrollTop: number, extent: Extent): ScrollPosition {
  if (!isScaled(extent)) return { top: clamp(scrollTop, travel(extent)), offset: 0 }
  const moved = scrollTop + position.offset - position.top
  const top = Math.abs(moved) > JUMP ? shareOf(scrollTop, extent) : clamp(position.top + moved, travel(extent))
  return { top, offset: top - scrollTop }
}

/** The scrollTop that shows the list at `top` with the thumb corrected, and the position that belongs to it. */
export function settledAt(top: number, extent: Extent): { readonly scrollTop: number; readonly position: ScrollPosition } {
  const clamped = clamp(top, travel(extent))
  if (!isScaled(extent)) return { scrollTop: clamped, position: { top: clamped, offset: 0 } }
  const scrollTop = scrollTopOf(clamped, extent)
  return { scrollTop, position: { top: clamped, offset: clamped - scrollTop } }
}

/** Whether the thumb is so far off near an end of its travel that the list would stop too early or too late. */
export function needsSettling({ top, offset }: ScrollPosition, extent: Extent): boolean {
  if (!isScaled(extent)) return false
  const scrollTop = top - offset
  if (Math.abs(scrollTop - scrollTopOf(top, extent)) < 1) return false
  const margin = END_ZONE / 2
  const isNearEnd = scrollTop < margin || elementTravel(extent) - scrollTop < margin
  return isNearEnd || top === 0 || top === travel(extent)
}

export interface VisibleRows {
  readonly first: number
  /** included; first − 1 when there are no rows */
  readonly last: number
}

/** Rendered rows: the visible ones and `overscan` more on either side. */
export function visibleRows(
  top: number,
  options: { rows: number; rowHeight: number; viewport: number; overscan: number },
): VisibleRows {
  const { rows, rowHeight, viewport, overscan } = options
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan)
  const last = Math.min(rows - 1, Math.ceil((top + viewport) / rowHeight) - 1 + overscan)
  return { first: Math.min(first, Math.max(0, rows - 1)), last }
}

/** The `top` that shows a row with the least movement; the current one when it is visible. */
export function topToShow(index: number, top: number, options: { rowHeight: number; viewport: number }): number {
  const start = index * options.rowHeight
  if (start < top) return start
  return Math.max(top, start + options.rowHeight - options.viewport)
}
