import { distanceM, type Position } from './geodesy.ts'
import { type LockVerdict, type OpenBreach, verdictOutside } from './locks.ts'

/** Geofences that one company can have: more are no longer chosen from a list. */
export const COMPANY_GEOFENCES_MAX = 100
/** Characters of a geofence’s name. */
export const GEOFENCE_NAME_MAX = 60
/** Corners of a polygon. */
export const CORNERS = { min: 3, max: 100 } as const
/** Radius of a circle, metres. */
export const RADIUS_M = { min: 10, max: 1_000_000 } as const
/** Corners and centres are between these latitudes, where maps end (degrees). */
export const GEOFENCE_LATITUDE_MAX = 85
/** A polygon is narrower, degrees: so the shorter way from corner to corner is the one that is meant. */
const WIDTH_MAX = 180

/**
 * How far from its reported location a SIM may be, metres: the radius of the circle that its map shows (specification section 9). Networks
 * report the cell in which a SIM is, most without saying how large it is.
 */
export const LOCATION_UNCERTAINTY_M = 548

/** Degrees of WGS 84. */
export interface GeoPosition {
  readonly latitude: number
  readonly longitude: number
}

export interface Circle {
  readonly kind: 'circle'
  readonly centre: GeoPosition
  /** along the ground */
  readonly radiusM: number
}

/** Its sides are straight in degrees, as GeoJSON has them (RFC 7946 section 3.1.1), and go the shorter way around the world. */
export interface Polygon {
  readonly kind: 'polygon'
  readonly corners: readonly GeoPosition[]
}

export type GeofenceShape = Circle | Polygon
export const GEOFENCE_KINDS = ['circle', 'polygon'] as const satisfies readonly GeofenceShape['kind'][]

/** By which two names are the same. */
export const geofenceKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Whether a text can be a geofence’s name, as it stands. */
export const isGeofenceName = (text: string): boolean =>
  text.length > 0 && text.length <= GEOFENCE_NAME_MAX && text === text.trim() && !/[\u0001-\u001f\u007f]/.test(text)

/** Degrees to a tenth of a metre: more than a map shows. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const roundedCorner = ({ latitude, longitude }: GeoPosition): GeoPosition => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
})

/** The shape as it is kept: to a tenth of a metre, without a last corner that repeats the first one, as files have it. */
export function keptShape(shape: GeofenceShape): GeofenceShape {
  if (shape.kind === 'circle') return { ...shape, centre: roundedCorner(shape.centre), radiusM: Math.round(shape.radiusM) }
  const corners = shape.corners.map(roundedCorner)
  const [first, last] = [corners[0], corners.at(-1)]
  const isClosed = corners.length > 1 && first && last && isSame(first, last)
  return { kind: 'polygon', corners: isClosed ? corners.slice(0, -1) : corners }
}

const isSame = (a: GeoPosition, b: GeoPosition): boolean => a.latitude === b.latitude && (a.longitude - b.longitude) % 360 === 0

export type ShapeProblem = 'coordinates' | 'radius' | 'corners' | 'width' | 'crossing'

/** What is wrong with a shape, as it is kept; undefined when nothing is. */
export function shapeProblem(shape: GeofenceShape): ShapeProblem | undefined {
  if (shape.kind === 'circle') {
    if (!isPlace(shape.centre)) return 'coordinates'
    return shape.radiusM >= RADIUS_M.min && shape.radiusM <= RADIUS_M.max ? undefined : 'radius'
  }
  if (!shape.corners.every(isPlace)) return 'coordinates'
  if (shape.corners.length < CORNERS.min || shape.corners.length > CORNERS.max) return 'corners'
  const points = unwrapped(shape.corners)
  const [west, east] = spanOf(points)
  if (east - west >= WIDTH_MAX) return 'width'
  return isSimple(points) ? undefined : 'crossing'
}

const isPlace = ({ latitude, longitude }: GeoPosition): boolean =>
  Math.abs(latitude) <= GEOFENCE_LATITUDE_MAX && Math.abs(longitude) <= 180

/** The same meridian, within half the world of another one. */
const nearTo = (longitude: number, other: number): number => longitude - 360 * Math.round((longitude - other) / 360)

/** Corners whose longitudes go on across the 180th meridian: each is within half the world of the one before. */
export function unwrapped(corners: readonly GeoPosition[]): Position[] {
  const points: Position[] = []
  for (const { longitude, latitude } of corners) points.push([nearTo(longitude, points.at(-1)?.[0] ?? longitude), latitude])
  return points
}

function spanOf(points: readonly Position[]): [west: number, east: number] {
  const longitudes = points.map(([longitude]) => longitude)
  return [Math.min(...longitudes), Math.max(...longitudes)]
}

type Side = readonly [from: Position, to: Position]

const sidesOf = (points: readonly Position[]): Side[] =>
  points.flatMap((from, n) => {
    const to = points[(n + 1) % points.length]
    return to ? [[from, to] as const] : []
  })

/** Twice the area of a triangle: above zero when `c` is left of the way from `a` to `b`. */
const turn = (a: Position, b: Position, c: Position): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Twice the area, square degrees, below which three corners are in one line: a tenth of the least that six decimals can make. */
const FLAT = 1e-13

const signOf = (area: number): number => (Math.abs(area) < FLAT ? 0 : Math.sign(area))

/** Whether a point that is in line with a side is on it. */
const isWithin = ([from, to]: Side, [longitude, latitude]: Position): boolean =>
  Math.min(from[0], to[0]) <= longitude &&
  longitude <= Math.max(from[0], to[0]) &&
  Math.min(from[1], to[1]) <= latitude &&
  latitude <= Math.max(from[1], to[1])

function meet(one: Side, other: Side): boolean {
  const [a, b] = [signOf(turn(...one, other[0])), signOf(turn(...one, other[1]))]
  const [c, d] = [signOf(turn(...other, one[0])), signOf(turn(...other, one[1]))]
  if (a * b < 0 && c * d < 0) return true
  return (
    (a === 0 && isWithin(one, other[0])) ||
    (b === 0 && isWithin(one, other[1])) ||
    (c === 0 && isWithin(other, one[0])) ||
    (d === 0 && isWithin(other, one[1]))
  )
}

/** Whether no two sides touch but neighbours in their corner, and no side turns back on the one before. */
function isSimple(points: readonly Position[]): boolean {
  const sides = sidesOf(points)
  return sides.every(([from, to], n) =>
    sides.slice(n + 1).every((other, away) => {
      const isNext = away === 0
      const isPrevious = n === 0 && away === sides.length - 2
      if (!isNext && !isPrevious) return !meet([from, to], other)
      const [before, corner, after] = isNext ? [from, to, other[1]] : [other[0], from, to]
      return !turnsBack(before, corner, after)
    }),
  )
}

/** Also a side without a length. */
function turnsBack(before: Position, corner: Position, after: Position): boolean {
  if (signOf(turn(before, corner, after)) !== 0) return false
  return (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (after[1] - corner[1]) <= 0
}

/** Whether a point is inside of corners, by the sides that a way to the east crosses. */
function isInside(points: readonly Position[], [longitude, latitude]: Position): boolean {
  return sidesOf(points).reduce((inside, [from, to]) => {
    if (from[1] > latitude === to[1] > latitude) return inside
    const at = from[0] + ((latitude - from[1]) * (to[0] - from[0])) / (to[1] - from[1])
    return longitude < at ? !inside : inside
  }, false)
}

/** The point of a side that is nearest to a position, on a flat map around the position. */
function nearestOn([from, to]: Side, [longitude, latitude]: Position): Position {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const [x, y] = [(to[0] - from[0]) * shrink, to[1] - from[1]]
  const [ax, ay] = [(longitude - from[0]) * shrink, latitude - from[1]]
  const length = x * x + y * y
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, (ax * x + ay * y) / length))
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
}

/**
 * Metres from a location to a geofence, 0 inside of it. Along a great circle to a circle's edge. To a polygon's sides within 0.5 % up to
 * 20 km, where it is judged; farther away it is only far.
 */
export function distanceToGeofenceM(shape: GeofenceShape, { latitude, longitude }: GeoPosition): number {
  if (shape.kind === 'circle') {
    const { centre, radiusM } = shape
    return Math.max(0, distanceM([centre.longitude, centre.latitude], [longitude, latitude]) - radiusM)
  }
  const points = unwrapped(shape.corners)
  const [west, east] = spanOf(points)
  const at: Position = [nearTo(longitude, (west + east) / 2), latitude]
  if (isInside(points, at)) return 0
  return Math.min(...sidesOf(points).map((side) => distanceM(at, nearestOn(side, at))))
}

/** Whether a location is inside of a geofence, taken as exact. */
export const isInGeofence = (shape: GeofenceShape, at: GeoPosition): boolean => distanceToGeofenceM(shape, at) === 0

/**
 * Whether a SIM has left: only when the whole circle of uncertainty around its location is outside of each geofence. It is back as soon as
 * that circle touches one: who cuts a meter's data by mistake does more harm than who lets a thief 548 m farther.
 */
export const isOutside = (shapes: readonly GeofenceShape[], at: GeoPosition): boolean =>
  shapes.length > 0 && shapes.every((shape) => distanceToGeofenceM(shape, at) > LOCATION_UNCERTAINTY_M)

/** What follows from a reported location. A SIM that a person released may stay outside until it is back: outside is one place, however far. */
export function judgeLocation(shapes: readonly GeofenceShape[], open: OpenBreach | undefined, at: GeoPosition): LockVerdict {
  if (!isOutside(shapes, at)) return open ? 'ended' : 'none'
  return verdictOutside(open, true)
}

/** The corners of a text, one 'latitude, longitude' in a line; undefined in the place of a line that is none. */
export function readCorners(text: string): (GeoPosition | undefined)[] {
  return text
    .split(/\n/)
    .filter((line) => line.trim() !== '')
    .map(readCoordinates)
}

/** 'latitude, longitude' in degrees, as maps copy them: also with a semicolon or a space between, and then with decimal commas. */
export function readCoordinates(text: string): GeoPosition | undefined {
  const parts = text
    .trim()
    .replaceAll('−', '-')
    .split(/\s*;\s*|\s*,\s+|\s+|(?<=\.\d*),/)
    .map((part) => part.replace(',', '.'))
  const [latitude, longitude] = parts.every((part) => /^[+-]?\d+(\.\d*)?$/.test(part)) ? parts.map(Number) : []
  if (parts.length !== 2 || latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** A place as people read and copy it. */
export const coordinatesText = ({ latitude, longitude }: GeoPosition): string => `${rounded(latitude)}, ${rounded(longitude)}`
