import { toPixels, WORLD_PX } from './web-mercator.ts'

/** The largest zoom of a map of SIMs, as OpenStreetMap counts. */
export const MAP_ZOOM_MAX = 19
/** From this zoom on, where 256 pixels are 600 m at the equator, the SIMs of a place are named. */
export const NAMED_FROM_ZOOM = 16
/** SIMs of a place that are named. */
export const NAMED_MAX = 50

/** Pixels of the side of a square whose SIMs are counted together, a power of two: its middle is where there are SIMs. */
export const SQUARE_PX = 8
/** Places nearer than this, in pixels, are one: their marks would overlap. */
export const PLACE_GAP_PX = 56

/** How many squares the world has in each direction at a zoom. */
export const squaresAcross = (zoom: number): number => (WORLD_PX / SQUARE_PX) * 2 ** zoom

/** SIMs that a map shows as one mark. */
export interface MapPlace {
  /** degrees of WGS 84 */
  readonly latitude: number
  readonly longitude: number
  readonly sims: number
  /** those of them with a data session */
  readonly connected: number
  /** ICCIDs in order, as far as they are named */
  readonly iccs: readonly string[]
}

/**
 * Joins places whose marks would overlap at a zoom: each into a larger one near it, which keeps its position. What is left is at least
 * PLACE_GAP_PX apart.
 * @returns the largest first
 */
export function joinNear(places: readonly MapPlace[], zoom: number): MapPlace[] {
  const kept: MapPlace[] = []
  const index = new NearIndex()
  for (const place of [...places].sort(largestFirst)) {
    const at = toPixels([place.longitude, place.latitude], zoom)
    const near = index.near(at)
    const larger = near === undefined ? undefined : kept[near]
    if (near !== undefined && larger) kept[near] = withAnother(larger, place)
    else index.add(at, kept.push(place) - 1)
  }
  return kept.sort(largestFirst)
}

const withAnother = (place: MapPlace, another: MapPlace): MapPlace => ({
  ...place,
  sims: place.sims + another.sims,
  connected: place.connected + another.connected,
  iccs: [...place.iccs, ...another.iccs].sort().slice(0, NAMED_MAX),
})

const largestFirst = (a: MapPlace, b: MapPlace): number =>
  b.sims - a.sims || b.latitude - a.latitude || a.longitude - b.longitude

type Pixels = readonly [x: number, y: number]

const AROUND = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const))

/** Points by the square of PLACE_GAP_PX that they are in, so that only neighbours are compared. */
class NearIndex {
  readonly #points = new Map<string, { readonly at: Pixels; readonly id: number }[]>()

  add(at: Pixels, id: number): void {
    const square = squareOf(at).join(' ')
    this.#points.set(square, [...(this.#points.get(square) ?? []), { at, id }])
  }

  /** A point nearer than PLACE_GAP_PX. */
  near([x, y]: Pixels): number | undefined {
    const [column, row] = squareOf([x, y])
    const around = AROUND.flatMap(([right, down]) => this.#points.get(`${column + right} ${row + down}`) ?? [])
    return around.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < PLACE_GAP_PX)?.id
  }
}

const squareOf = ([x, y]: Pixels): [number, number] => [Math.floor(x / PLACE_GAP_PX), Math.floor(y / PLACE_GAP_PX)]
