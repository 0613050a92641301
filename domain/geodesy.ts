/** Longitude first, as GeoJSON has it; degrees (WGS 84). */
export type Position = readonly [longitude: number, latitude: number]

/** IUGG mean radius. */
export const EARTH_RADIUS_M = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Metres between two places along the ground (haversine). */
export function distanceM([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const half = (angle: number): number => Math.sin(radians(angle) / 2) ** 2
  const chord = half(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon2 - lon1)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The position at a distance in metres and a bearing in degrees from north (spherical earth). */
export function destination([longitude, latitude]: Position, distance: number, bearing: number): Position {
  const [lat, way, course] = [radians(latitude), distance / EARTH_RADIUS_M, radians(bearing)]
  const to = Math.asin(Math.sin(lat) * Math.cos(way) + Math.cos(lat) * Math.sin(way) * Math.cos(course))
  const east = Math.atan2(Math.sin(course) * Math.sin(way) * Math.cos(lat), Math.cos(way) - Math.sin(lat) * Math.sin(to))
  return [longitude + degrees(east), degrees(to)]
}

/** The initial bearing of the great circle from one position to another: degrees from north, 0 to 360. */
export function bearing([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const [from, to, east] = [radians(lat1), radians(lat2), radians(lon2 - lon1)]
  const angle = Math.atan2(
    Math.sin(east) * Math.cos(to),
    Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(east),
  )
  return (degrees(angle) + 360) % 360
}

export const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type CompassPoint = (typeof COMPASS)[number]

/** The nearest of the eight compass points to an angle in degrees. */
export const compassPoint = (angle: number): CompassPoint => COMPASS[Math.round((((angle % 360) + 360) % 360) / 45) % 8] ?? 'n'
