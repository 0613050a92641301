import type { Position } from './geodesy.ts'

/** Width of the world in pixels at zoom 0, as of OpenStreetMap, Google and most others; each zoom doubles it. */
export const WORLD_PX = 256
/** Where the square world of Web Mercator (EPSG 3857) ends, degrees of latitude. */
export const MAX_LATITUDE = 85.051_129

/** A position in pixels of the whole world at a zoom (Web Mercator), from its north-west corner. */
export function toPixels([longitude, latitude]: Position, zoom: number): [x: number, y: number] {
  const world = WORLD_PX * 2 ** zoom
  const within = (Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180
  return [(world * (longitude + 180)) / 360, (world * (1 - Math.asinh(Math.tan(within)) / Math.PI)) / 2]
}
