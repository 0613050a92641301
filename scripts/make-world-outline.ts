import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Writes the world outline that the map draws when it has no tiles: countries of Natural Earth (public domain) at 1:50 million,
 * simplified arc by arc, so that neighbours keep one border in common. Run it again after a change here:
 * `node scripts/make-world-outline.ts`.
 */
const TARGET = join(import.meta.dirname, '../web/features/sims/detail/map/world.json')

/** Steps of a degree in the file: about 222 m, finer than the data itself. */
const STEPS = 500
/** A point that lies nearer to its neighbours' line than this is left out; degrees, about 1.1 km. */
const TOLERANCE = 0.01

type Position = [longitude: number, latitude: number]
type Arcs = number[][] | number[][][]

interface Topology {
  transform: { scale: Position; translate: Position }
  arcs: Position[][]
  objects: { countries: { geometries: { type: 'Polygon' | 'MultiPolygon'; id?: string; arcs: Arcs }[] } }
}

function absolute(arc: Position[], { scale, translate }: Topology['transform']): Position[] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

function distanceToLine([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

/** Douglas and Peucker's method; the ends stay, so that arcs still meet. */
function simplified(line: Position[]): Position[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return line
  let [farthest, distance] = [0, 0]
  for (const [index, position] of line.entries()) {
    const away = distanceToLine(position, first, last)
    if (away > distance) [farthest, distance] = [index, away]
  }
  if (distance <= TOLERANCE) return [first, last]
  return [...simplified(line.slice(0, farthest + 1)).slice(0, -1), ...simplified(line.slice(farthest))]
}

/** First position and then differences, in steps. */
function packed(line: Position[]): number[] {
  let [x, y] = [0, 0]
  return line.flatMap(([longitude, latitude], index) => {
    const [toX, toY] = [Math.round(longitude * STEPS), Math.round(latitude * STEPS)]
    const [dx, dy] = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    return index > 0 && dx === 0 && dy === 0 ? [] : [dx, dy]
  })
}

/** Letters of a country by its number (ISO 3166-1): '152' → 'CL'. Places without a number have none. */
function lettersOf(id: string | undefined): string {
  const region = id && /^\d{3}$/.test(id) ? new Intl.Locale(`und-${id}`).region : ''
  return region && /^[A-Z]{2}$/.test(region) ? region : ''
}

const source = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology
const outline = {
  steps: STEPS,
  arcs: topology.arcs.map((arc) => packed(simplified(absolute(arc, topology.transform)))),
  countries: topology.objects.countries.geometries.map(({ type, id, arcs }) => ({
    code: lettersOf(id),
    polygons: type === 'Polygon' ? [arcs] : arcs,
  })),
}
writeFileSync(TARGET, `${JSON.stringify(outline)}\n`)
