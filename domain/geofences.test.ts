import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { pointToPolygonDistance } from '@turf/point-to-polygon-distance'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destination } from './geodesy.ts'
import {
  CORNERS,
  coordinatesText,
  distanceToGeofenceM,
  type GeofenceShape,
  type GeoPosition,
  isGeofenceName,
  isInGeofence,
  isOutside,
  judgeLocation,
  keptShape,
  LOCATION_UNCERTAINTY_M,
  type Polygon,
  readCoordinates,
  readCorners,
  shapeProblem,
} from './geofences.ts'

const at = (latitude: number, longitude: number): GeoPosition => ({ latitude, longitude })
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180
const moved = ({ latitude, longitude }: GeoPosition, metres: number, bearing: number): GeoPosition => {
  const [east, north] = destination([longitude, latitude], metres, bearing)
  return at(north, wrapped(east))
}

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })

interface Star {
  readonly centre: GeoPosition
  readonly polygon: Polygon
  /** the same without the 180th meridian in between */
  readonly ring: [number, number][]
}

/** A star around a centre, also across the 180th meridian: corners in the order of their angles never cross. */
const star = (size: number): fc.Arbitrary<Star> =>
  fc
    .record({
      centre: fc.record({ latitude: degrees(-60, 60), longitude: fc.oneof(degrees(-180, 180), degrees(177, 180)) }),
      radii: fc.array(degrees(0.3, 1), { minLength: 3, maxLength: 30 }),
      isClockwise: fc.boolean(),
    })
    .map(({ centre, radii, isClockwise }) => {
      const angles = radii.map((_, n) => (2 * Math.PI * n) / radii.length)
      const corners = radii.map((radius, n): [number, number] => [
        centre.longitude + size * radius * Math.cos(angles[n] ?? 0),
        centre.latitude + size * radius * Math.sin(angles[n] ?? 0),
      ])
      const ring = isClockwise ? corners.reverse() : corners
      const polygon = {
        kind: 'polygon' as const,
        corners: ring.map(([longitude, latitude]) => at(latitude, wrapped(longitude))),
      }
      return { centre, polygon, ring }
    })

const oracle = (ring: readonly [number, number][]) => ({
  type: 'Polygon' as const,
  coordinates: [[...ring, ring[0] ?? [0, 0]]] as [number, number][][],
})

/** A point around the centre of a star, from far inside to far outside. */
const around = fc.record({ right: degrees(-1.6, 1.6), up: degrees(-1.6, 1.6) })

test('a point is inside of a polygon exactly when Turf says so, across the 180th meridian too', () => {
  fc.assert(
    fc.property(star(2), around, ({ centre, polygon, ring }, { right, up }) => {
      const [longitude, latitude] = [centre.longitude + 2 * right, centre.latitude + 2 * up]
      const expected = booleanPointInPolygon([longitude, latitude], oracle(ring))
      const distance = Math.abs(pointToPolygonDistance([longitude, latitude], oracle(ring), { units: 'meters' }))
      // on the edge itself both are right
      fc.pre(distance > 1)
      expect(isInGeofence(polygon, at(latitude, wrapped(longitude)))).toBe(expected)
    }),
  )
})

test('the distance to a polygon is the one that Turf measures, within 0.5 % and a metre', () => {
  fc.assert(
    fc.property(star(0.1), around, ({ centre, polygon, ring }, { right, up }) => {
      const [longitude, latitude] = [centre.longitude + 0.1 * right, centre.latitude + 0.1 * up]
      const expected = Math.max(0, pointToPolygonDistance([longitude, latitude], oracle(ring), { units: 'meters' }))
      const distance = distanceToGeofenceM(polygon, at(latitude, wrapped(longitude)))
      expect(Math.abs(distance - expected)).toBeLessThan(1 + 0.005 * expected)
    }),
  )
})

test('a point is inside of a circle up to its radius along the ground, wherever it is', () => {
  const centre = fc.record({ latitude: degrees(-85, 85), longitude: degrees(-180, 180) })
  fc.assert(
    fc.property(
      centre,
      fc.integer({ min: 10, max: 1_000_000 }),
      degrees(0, 360),
      degrees(0.01, 3),
      (middle, radiusM, to, part) => {
        fc.pre(Math.abs(part - 1) > 1e-6)
        const circle: GeofenceShape = { kind: 'circle', centre: middle, radiusM }
        const point = moved(middle, part * radiusM, to)
        expect(isInGeofence(circle, point)).toBe(part < 1)
        expect(distanceToGeofenceM(circle, point)).toBeCloseTo(Math.max(0, (part - 1) * radiusM), 1)
      },
    ),
  )
})

test('a star is simple, in whatever order of corners, and kept as it is', () => {
  fc.assert(
    fc.property(star(2), ({ polygon }) => {
      const kept = keptShape(polygon)
      expect(shapeProblem(kept)).toBeUndefined()
      expect(keptShape(kept)).toEqual(kept)
      const [first] = polygon.corners
      if (first) expect(keptShape({ ...polygon, corners: [...polygon.corners, first] })).toEqual(kept)
    }),
  )
})

const SQUARE = [at(-33, -71), at(-33, -70), at(-34, -70), at(-34, -71)] as const
const polygonOf = (...corners: GeoPosition[]): Polygon => ({ kind: 'polygon', corners })
const circleOf = (latitude: number, longitude: number, radiusM: number): GeofenceShape => ({
  kind: 'circle',
  centre: at(latitude, longitude),
  radiusM,
})

test.each<[string, GeofenceShape, string | undefined]>([
  ['a square', polygonOf(...SQUARE), undefined],
  ['a corner in line with its neighbours', polygonOf(SQUARE[0], at(-33, -70.5), ...SQUARE.slice(1)), undefined],
  ['a bow tie', polygonOf(SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]), 'crossing'],
  ['two corners', polygonOf(SQUARE[0], SQUARE[1]), 'corners'],
  ['a corner twice', polygonOf(SQUARE[0], SQUARE[0], SQUARE[1], SQUARE[2]), 'crossing'],
  ['a line', polygonOf(at(0, 0), at(1, 1), at(2, 2)), 'crossing'],
  ['a spike', polygonOf(...SQUARE.slice(0, 2), at(-33, -69), at(-33, -70), ...SQUARE.slice(2)), 'crossing'],
  ['a side through a corner', polygonOf(at(0, 0), at(0, 4), at(2, 2), at(0, 2), at(-2, 2)), 'crossing'],
  ['too many corners', polygonOf(...Array.from({ length: CORNERS.max + 1 }, (_, n) => at(n / 10, n % 2))), 'corners'],
  ['around half the world', polygonOf(at(0, -100), at(10, 0), at(0, 100)), 'width'],
  ['around the pole', polygonOf(at(80, 0), at(80, 120), at(80, -120)), 'width'],
  ['across the 180th meridian', polygonOf(at(-16, 179), at(-16, -179), at(-18, -179), at(-18, 179)), undefined],
  ['north of the map', circleOf(86, 0, 100), 'coordinates'],
  ['east of the world', polygonOf(at(0, 181), SQUARE[1], SQUARE[2]), 'coordinates'],
  ['a circle', circleOf(-33.45, -70.65, 500), undefined],
  ['a small circle', circleOf(-33.45, -70.65, 9), 'radius'],
  ['a large circle', circleOf(-33.45, -70.65, 1_000_001), 'radius'],
])('%s', (_, shape, problem) => {
  expect(shapeProblem(shape)).toBe(problem)
})

test('a SIM has left only when its whole circle of uncertainty is outside of all its geofences', () => {
  const centre = at(-33.45, -70.65)
  const [depot, port] = [circleOf(-33.45, -70.65, 1000), circleOf(-33.03, -71.63, 1000)]
  const edge = 1000 + LOCATION_UNCERTAINTY_M
  expect(isOutside([depot], moved(centre, edge - 1, 40))).toBe(false)
  expect(isOutside([depot], moved(centre, edge + 1, 40))).toBe(true)
  expect(isOutside([depot, port], at(-33.03, -71.63))).toBe(false)
  expect(isOutside([depot, port], at(-34, -71))).toBe(true)
  // a lock without geofences allows every place
  expect(isOutside([], at(0, 0))).toBe(false)
})

test('whatever is reported in turn, a breach is open exactly while the SIM is outside', () => {
  const depot = circleOf(-33.45, -70.65, 1000)
  const report = fc.record({ metres: degrees(0, 4000), bearing: degrees(0, 360), releases: fc.boolean() })
  fc.assert(
    fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
      let open: { isReleased: boolean } | undefined
      for (const { metres, bearing, releases } of reports) {
        const place = moved(at(-33.45, -70.65), metres, bearing)
        const verdict = judgeLocation([depot], open, place)
        if (verdict === 'breached') open = { isReleased: false }
        if (verdict === 'ended') open = undefined
        if (verdict === 'repeated') expect(open).toEqual({ isReleased: false })
        if (verdict === 'none' && open) expect(open.isReleased).toBe(true)
        expect(open !== undefined).toBe(isOutside([depot], place))
        if (open && releases) open = { isReleased: true }
      }
    }),
  )
})

test.each([
  ['-33.4489, -70.6693', at(-33.4489, -70.6693)],
  ['-33.4489,-70.6693', at(-33.4489, -70.6693)],
  ['  −33.4489  -70.6693 ', at(-33.4489, -70.6693)],
  ['-33,4489; -70,6693', at(-33.4489, -70.6693)],
  ['-33,4489 -70,6693', at(-33.4489, -70.6693)],
  ['-33, -70', at(-33, -70)],
  ['0.5,179', at(0.5, 179)],
  ['91, 0', undefined],
  ['0, 181', undefined],
  ['-33.4489', undefined],
  ['-33.4, -70.6, 5', undefined],
  ['Santiago', undefined],
  ['', undefined],
])('the coordinates of %j', (text, expected) => {
  expect(readCoordinates(text)).toEqual(expected)
})

test('what is written as text is read again, line by line', () => {
  const place = fc.record({ latitude: degrees(-85, 85), longitude: degrees(-180, 180) })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 8 }), (places) => {
      const text = places.map(coordinatesText).join('\n')
      const read = readCorners(text)
      expect(read).toHaveLength(places.length)
      for (const [n, { latitude, longitude }] of places.entries()) {
        expect(read[n]?.latitude).toBeCloseTo(latitude, 5)
        expect(read[n]?.longitude).toBeCloseTo(longitude, 5)
      }
    }),
  )
  expect(readCorners('-33, -70\n\nhere\n')).toEqual([at(-33, -70), undefined])
})

test.each([
  ['Puerto San Antonio', true],
  ['', false],
  [' Puerto', false],
  ['Dos\nlíneas', false],
  ['x'.repeat(61), false],
])('%j as a name', (name, isName) => {
  expect(isGeofenceName(name)).toBe(isName)
})
