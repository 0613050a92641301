/** Longitude first, as GeoJSON has it; degrees (WGS 84). */
export type Position = readonly [longitude: number, latitude: number]
export type Line = readonly Position[]

/** What the map opens with (specification section 9). */
export const MAP_ZOOM = 14
export const CIRCLE_RADIUS_M = 548

/** IUGG mean radius. */
const EARTH_RADIUS_M = 6_371_008.8
/** Equator of the sphere of Web Mercator, which the map's scale follows. */
const EQUATOR_M = 2 * Math.PI * 6_378_137
/** The world is so many pixels wide at zoom 0, as MapLibre counts. */
const WORLD_PX = 512
/** Web Mercator shows no more of the poles. */
const MAX_LATITUDE = 85.05

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Metres between two places along the ground (haversine). */
export function distanceM([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const half = (angle: number): number => Math.sin(radians(angle) / 2) ** 2
  const chord = half(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon2 - lon1)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The place so many metres away, at a bearing in degrees from north. */
export function destination([longitude, latitude]: Position, distance: number, bearing: number): Position {
  const [lat, way, course] = [radians(latitude), distance / EARTH_RADIUS_M, radians(bearing)]
  const to = Math.asin(Math.sin(lat) * Math.cos(way) + Math.cos(lat) * Math.sin(way) * Math.cos(course))
  const east = Math.atan2(Math.sin(course) * Math.sin(way) * Math.cos(lat), Math.cos(way) - Math.sin(lat) * Math.sin(to))
  return [longitude + degrees(east), degrees(to)]
}

/** A closed ring at `radius` metres around a place, counter-clockwise as GeoJSON wants it. */
export function circleRing(center: Position, radius: number, corners = 128): Position[] {
  const ring = Array.from({ length: corners }, (_, index) => destination(center, radius, (-360 * index) / corners))
  return ring[0] ? [...ring, ring[0]] : ring
}

/** Metres that one pixel of the map covers at a latitude. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (EQUATOR_M * Math.cos(radians(latitude))) / (WORLD_PX * 2 ** zoom)
}

/** A place in pixels of the whole world at a zoom (Web Mercator), from its north-west corner. */
export function toPixels([longitude, latitude]: Position, zoom: number): [x: number, y: number] {
  const world = WORLD_PX * 2 ** zoom
  const lat = radians(Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)))
  return [(world * (longitude + 180)) / 360, (world * (1 - Math.asinh(Math.tan(lat)) / Math.PI)) / 2]
}

const NICE = [1, 2, 5] as const

/** The longest round length (1, 2, 5 × 10ⁿ m) that a bar of `maxPx` can show. */
export function scaleBar(metresPerPx: number, maxPx: number): { metres: number; px: number } {
  const most = metresPerPx * maxPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = Math.max(...NICE.map((step) => step * power).filter((length) => length <= most), power)
  return { metres, px: metres / metresPerPx }
}

/** Meridians and parallels every `step` degrees, up to `reach` steps from a place. */
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
