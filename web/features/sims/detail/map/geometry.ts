import { destination, type Position } from '#domain/geodesy.ts'
import { LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'

export type Line = readonly Position[]

/** Initial zoom (specification section 9). */
export const MAP_ZOOM = 14
export const CIRCLE_RADIUS_M = LOCATION_UNCERTAINTY_M

/** MapLibre's world has 512 px, so its zooms are one less. */
export const toMapLibreZoom = (zoom: number): number => zoom - 1
export const fromMapLibreZoom = (zoom: number): number => zoom + 1

/** A closed ring at `radius` metres around a position, counter-clockwise as GeoJSON requires. */
export function circleRing(center: Position, radius: number, corners = 128): Position[] {
  const ring = Array.from({ length: corners }, (_, index) => destination(center, radius, (-360 * index) / corners))
  return ring[0] ? [...ring, ring[0]] : ring
}

/** The same line with no jump where the longitude passes 180°: it goes on beyond. */
export function continuousLine(line: Line): Position[] {
  let before: number | undefined
  return line.map(([longitude, latitude]) => {
    const near = before === undefined ? longitude : longitude + 360 * Math.round((before - longitude) / 360)
    before = near
    return [near, latitude]
  })
}

const NICE = [1, 2, 5] as const

/** The longest round length (1, 2, 5 × 10ⁿ m) that a bar of `maxPx` can show. */
export function scaleBar(metresPerPx: number, maxPx: number): { metres: number; px: number } {
  const most = metresPerPx * maxPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = Math.max(...NICE.map((step) => step * power).filter((length) => length <= most), power)
  return { metres, px: metres / metresPerPx }
}

/** Meridians and parallels every `step` degrees, up to `reach` steps from a position. */
export function gridLines([longitude, latitude]: Position, step: number, reach: number): Line[] {
  const [column, row] = [Math.round(longitude / step), Math.round(latitude / step)]
  const offsets = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)
  const ends = (middle: number): [number, number] => [(middle - reach) * step, (middle + reach) * step]
  const [west, east] = ends(column)
  const [south, north] = ends(row)
  return [
    ...offsets.map(
      (n): Line => [
        [(column + n) * step, south],
        [(column + n) * step, north],
      ],
    ),
    ...offsets.map(
      (n): Line => [
        [west, (row + n) * step],
        [east, (row + n) * step],
      ],
    ),
  ]
}
