import { distanceM, type Position } from '#domain/geodesy.ts'
import { metresPerPixel, toPixels } from '#domain/web-mercator.ts'
import { CIRCLE_RADIUS_M } from './geometry.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A target of a pointer; earlier ones have priority. */
export interface Target {
  readonly name: string
  readonly place: Position
}

export interface Pointer extends Target {
  readonly distanceM: number
  /** centre of its label, px from the top left of the map */
  readonly x: number
  readonly y: number
  /** direction on the screen: degrees clockwise from up */
  readonly degrees: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** px; the size of a label, and its distance from the edge */
const LABEL = { height: 24, letter: 6.4, rest: 92, edge: 8 } as const
/** px along the edge, in both directions, by which a label may move to avoid others */
const STEPS = [0, 30, -30, 60, -60, 90, -90] as const

const widthOf = (name: string): number => LABEL.rest + LABEL.letter * name.length

const boxAt = (x: number, y: number, name: string): Box => ({
  left: x - widthOf(name) / 2,
  right: x + widthOf(name) / 2,
  top: y - LABEL.height / 2,
  bottom: y + LABEL.height / 2,
})

const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** px; the attribution takes a second line in maps narrower than that */
const SOURCE = { width: 310, narrow: 520 } as const

/** px; larger circles fill the map, and cannot be avoided */
const MAX_CLEAR_PX = 120

/** Occupied boxes: circle, buttons, scale, attribution. */
function occupied({ width, height }: Size, radiusPx: number): Box[] {
  const clear = radiusPx > MAX_CLEAR_PX ? 0 : radiusPx
  return [
    { left: width / 2 - clear, right: width / 2 + clear, top: height / 2 - clear, bottom: height / 2 + clear },
    { left: width - 48, right: width, top: 0, bottom: 118 },
    { left: 0, right: 116, top: height - 40, bottom: height },
    { left: width - SOURCE.width, right: width, top: height - (width < SOURCE.narrow ? 40 : 24), bottom: height },
  ]
}

/** Offset from the centre of the map to a position, px; the shorter way around the globe. */
function offsetTo(center: Position, place: Position, zoom: number): { dx: number; dy: number } {
  const [x0, y0] = toPixels(center, zoom)
  const [x, y] = toPixels(place, zoom)
  const world = toPixels([180, 0], zoom)[0]
  const dx = x - x0
  return { dx: dx - world * Math.round(dx / world), dy: y - y0 }
}

/** Where a ray from the centre leaves the area of label centres. */
function atEdge({ dx, dy }: { dx: number; dy: number }, { width, height }: Size, name: string): { x: number; y: number } {
  const halfX = width / 2 - LABEL.edge - widthOf(name) / 2
  const halfY = height / 2 - LABEL.edge - LABEL.height / 2
  const part = Math.min(halfX / Math.max(1e-9, Math.abs(dx)), halfY / Math.max(1e-9, Math.abs(dy)))
  return { x: width / 2 + dx * part, y: height / 2 + dy * part }
}

/** Pointers at the edge of the map to targets outside of it, without overlaps. */
export function placePointers(
  targets: readonly Target[],
  view: { readonly center: Position; readonly zoom: number },
  size: Size,
  from: Position,
): Pointer[] {
  const boxes = occupied(size, CIRCLE_RADIUS_M / metresPerPixel(view.center[1], view.zoom))
  const isInside = (box: Box): boolean => box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height
  return targets.flatMap((target) => {
    const way = offsetTo(view.center, target.place, view.zoom)
    if (Math.abs(way.dx) < size.width / 2 && Math.abs(way.dy) < size.height / 2) return []
    const edge = atEdge(way, size, target.name)
    const isOnSide = Math.abs(edge.y - size.height / 2) < size.height / 2 - LABEL.edge - LABEL.height / 2 - 0.5
    for (const step of STEPS) {
      const [x, y] = isOnSide ? [edge.x, edge.y + step] : [edge.x + step, edge.y]
      const box = boxAt(x, y, target.name)
      if (!isInside(box) || boxes.some((other) => overlap(box, other))) continue
      boxes.push(box)
      const degrees = (Math.atan2(way.dx, -way.dy) * 180) / Math.PI
      return [{ ...target, x, y, degrees, distanceM: distanceM(from, target.place) }]
    }
    return []
  })
}
