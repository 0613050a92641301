import type { Position } from '#domain/geodesy.ts'
import type { Line } from './geometry.ts'

/** world.json: made by scripts/make-world-outline.ts. An arc is its first position and then differences, in steps of a degree. */
export interface PackedOutline {
  steps: number
  arcs: number[][]
  /** letters of ISO 3166-1, empty for places without; polygons of rings of arcs, ~n being arc n backwards */
  countries: { code: string; polygons: number[][][] }[]
}

type Box = readonly [west: number, south: number, east: number, north: number]
/** The outer ring first, then holes. */
export interface Land {
  readonly rings: readonly Line[]
  readonly box: Box
}
export interface OutlineCountry {
  readonly code: string
  readonly lands: readonly Land[]
}
export interface Outline {
  readonly countries: readonly OutlineCountry[]
}

function unpackedArc(arc: readonly number[], steps: number): Line {
  const line: Position[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < arc.length; index += 2) {
    x += arc[index] ?? 0
    y += arc[index + 1] ?? 0
    line.push([x / steps, y / steps])
  }
  return line
}

function boxOf(line: Line): Box {
  const box: [number, number, number, number] = [540, 90, -540, -90]
  for (const [longitude, latitude] of line) {
    box[0] = Math.min(box[0], longitude)
    box[1] = Math.min(box[1], latitude)
    box[2] = Math.max(box[2], longitude)
    box[3] = Math.max(box[3], latitude)
  }
  return box
}

/** Arcs joined; each begins where the one before it ends. */
function ringOf(indices: readonly number[], arcs: readonly Line[]): Line {
  return indices.flatMap((index, turn) => {
    const arc = index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])
    return turn === 0 ? arc : arc.slice(1)
  })
}

/** What simplification has left of an island of a few hundred metres: no surface. */
const hasSurface = (ring: Line): boolean => ring.length >= 4

/**
 * A ring without leaps from one end of the world to the other: where it passes the antimeridian its longitudes go on beyond 180°.
 * One that goes round a pole, as Antarctica's does, is closed along it.
 */
export function unrolled(ring: Line): Line {
  const line: Position[] = []
  for (const [longitude, latitude] of ring) {
    const before = line.at(-1)?.[0] ?? longitude
    line.push([longitude + 360 * Math.round((before - longitude) / 360), latitude])
  }
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return line
  return [...line, [last[0], -90], [first[0], -90], first]
}

const moved = (ring: Line, degrees: number): Line => ring.map(([longitude, latitude]) => [longitude + degrees, latitude])

/** A piece of land, a second time at the other end of the world where it lies across the antimeridian. */
function landAt(rings: readonly Line[]): Land[] {
  const box = boxOf(rings[0] ?? [])
  const land: Land = { rings, box }
  const way = box[2] > 180 ? -360 : box[0] < -180 ? 360 : 0
  if (way === 0) return [land]
  const other = rings.map((ring) => moved(ring, way))
  return [land, { rings: other, box: boxOf(other[0] ?? []) }]
}

/** The outline as polygons, degrees. */
export function unpackOutline({ steps, arcs, countries }: PackedOutline): Outline {
  const lines = arcs.map((arc) => unpackedArc(arc, steps))
  const landOf = (polygon: number[][]): Land[] => {
    const rings = polygon.map((indices) => unrolled(ringOf(indices, lines))).filter(hasSurface)
    return rings.length > 0 ? landAt(rings) : []
  }
  return { countries: countries.map(({ code, polygons }) => ({ code, lands: polygons.flatMap(landOf) })) }
}

const isInBox = ([x, y]: Position, [west, south, east, north]: Box): boolean =>
  x >= west && x <= east && y >= south && y <= north

/** Counts the edges that a ray to the east crosses. */
function isInRing([x, y]: Position, ring: Line): boolean {
  let inside = false
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[index === 0 ? ring.length - 1 : index - 1] ?? [x1, y1]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

const isOnLand = (at: Position, { rings, box }: Land): boolean =>
  isInBox(at, box) && rings.filter((ring) => isInRing(at, ring)).length % 2 === 1

/** The country that a place lies in; undefined at sea. Within about 1 km of a border or coast the outline may err. */
export function countryAt({ countries }: Outline, at: Position): OutlineCountry | undefined {
  return countries.find(({ lands }) => lands.some((land) => isOnLand(at, land)))
}

/** The piece of a country's land that a place lies on. */
export const landOf = ({ lands }: OutlineCountry, at: Position): Land | undefined => lands.find((land) => isOnLand(at, land))

/** Whether any of a piece of land lies in a box of degrees, by its own box. */
export const touches = ({ box }: Land, [west, south, east, north]: Box): boolean =>
  box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south
