import type { Position } from './geodesy.ts'

/** Width of the world in pixels at zoom 0, as of OpenStreetMap, Google and most others; each zoom doubles it. */
export const WORLD_PX = 256
/** Where the square world of Web Mercator (EPSG 3857) ends, degrees of latitude. */
export const MAX_LATITUDE = 85.051_128

/** Equator of the sphere of Web Mercator, which the map's scale follows. */
const EQUATOR_M = 2 * Math.PI * 6_378_137

/** A position in pixels of the whole world at a zoom (Web Mercator), from its north-west corner. */
export function toPixels([longitude, latitude]: Position, zoom: number): [x: number, y: number] {
  const world = WORLD_PX * 2 ** zoom
  const within = (Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180
  return [(world * (longitude + 180)) / 360, (world * (1 - Math.asinh(Math.tan(within)) / Math.PI)) / 2]
}

/** The position of a pixel of the whole world at a zoom; the inverse of toPixels. */
export function toPosition([x, y]: readonly [x: number, y: number], zoom: number): Position {
  const world = WORLD_PX * 2 ** zoom
  return [(x / world) * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI]
}

/** Metres that one pixel of the map covers at a latitude. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom)
}
