import type { CallArguments } from '#contract/call.ts'
import type { mapSims } from '#contract/sims/map.calls.ts'
import { MAP_ZOOM_MAX } from '#domain/map-places.ts'
import { toPixels, toPosition, WORLD_PX } from '#domain/web-mercator.ts'

export type Box = NonNullable<CallArguments<typeof mapSims>['body']['box']>

/** What a map shows. */
export interface FleetView {
  /** as other maps count */
  readonly zoom: number
  /** degrees; west below -180 and east above 180 where the map goes around the world */
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** What is asked for a view. */
export interface AskedView {
  readonly zoom: number
  readonly box?: Box
}

/** Side of the squares that a view is extended to, px: small moves ask for nothing new. */
const STEP_PX = 256

/** Zooms that a place of several SIMs is opened by. */
export const OPEN_STEPS = 2

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

/** Holds all SIMs of a place two zooms nearer: each is within 68 px of it (the diagonal of a square, and PLACE_GAP_PX), which are 272 there. */
const AROUND_PX = 288

/** The surroundings of a place, where no map says what it shows. */
export function viewAround({ latitude, longitude }: { latitude: number; longitude: number }, at: number): AskedView {
  const zoom = Math.min(MAP_ZOOM_MAX, at)
  const [x, y] = toPixels([longitude, latitude], zoom)
  const [west, north] = toPosition([x - AROUND_PX, y - AROUND_PX], zoom)
  const [east, south] = toPosition([x + AROUND_PX, y + AROUND_PX], zoom)
  return askedView({ zoom, west, south, east, north })
}

/** Whether a position is in a view, which may go around the world. */
export const isInView = (
  { west, south, east, north }: FleetView,
  { latitude, longitude }: { latitude: number; longitude: number },
): boolean => latitude >= south && latitude <= north && (((longitude - west) % 360) + 360) % 360 <= east - west

/** The whole zoom of a view, and the squares of the world that it shows; all where it shows all the way around. */
export function askedView({ zoom: exact, west, south, east, north }: FleetView): AskedView {
  const zoom = Math.max(0, Math.min(MAP_ZOOM_MAX, Math.floor(exact)))
  if (east - west >= 360) return { zoom }
  const [left, top] = toPixels([west, north], zoom).map((at) => Math.floor(at / STEP_PX) * STEP_PX)
  const [right, bottom] = toPixels([east, south], zoom).map((at) => Math.ceil(at / STEP_PX) * STEP_PX)
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return { zoom }
  if (right - left >= WORLD_PX * 2 ** zoom) return { zoom }
  const [from, until] = [toPosition([left, top], zoom), toPosition([right, bottom], zoom)]
  return { zoom, box: { west: wrapped(from[0]), south: until[1], east: -wrapped(-until[0]), north: from[1] } }
}
