import type { Line, Position } from './geometry.ts'

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
  readonly coasts: readonly Line[]
  /** lines that two countries share */
  readonly borders: readonly Line[]
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
  const box: [number, number, number, number] = [180, 90, -180, -90]
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

/** The outline as lines and polygons, degrees. */
export function unpackOutline({ steps, arcs, countries }: PackedOutline): Outline {
  const lines = arcs.map((arc) => unpackedArc(arc, steps))
  const uses = new Map<number, number>()
  for (const index of countries.flatMap(({ polygons }) => polygons.flat(2))) {
    const arc = index < 0 ? ~index : index
    uses.set(arc, (uses.get(arc) ?? 0) + 1)
  }
  const landOf = (polygon: number[][]): Land[] => {
    const rings = polygon.map((indices) => ringOf(indices, lines)).filter(hasSurface)
    const outer = rings[0]
    return outer ? [{ rings, box: boxOf(outer) }] : []
  }
  return {
    countries: countries.map(({ code, polygons }) => ({ code, lands: polygons.flatMap(landOf) })),
    coasts: lines.filter((_, index) => uses.get(index) === 1),
    borders: lines.filter((_, index) => (uses.get(index) ?? 0) > 1),
  }
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

/** Whether any of a piece of land lies in a box of degrees, by its own box. */
export const touches = ({ box }: Land, [west, south, east, north]: Box): boolean =>
  box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south
