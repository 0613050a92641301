import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinNear, MAP_ZOOM_MAX, type MapPlace, PLACE_GAP_PX, squaresAcross } from './map-places.ts'
import { toPixels, toPosition } from './web-mercator.ts'

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
const place = fc.record({
  latitude: degrees(85),
  longitude: degrees(180),
  sims: fc.integer({ min: 1, max: 1000 }),
  connected: fc.constant(1),
  iccs: fc.constant<string[]>([]),
})
/** Many of them near each other. */
const places = fc
  .array(fc.tuple(place, fc.array(fc.tuple(degrees(0.5), degrees(0.5)), { maxLength: 5 })), { maxLength: 30 })
  .map((all) =>
    all.flatMap(([one, moves]) => [
      one,
      ...moves.map(([up, right]) => ({ ...one, latitude: one.latitude + up, longitude: one.longitude + right })),
    ]),
  )
const zoom = fc.integer({ min: 0, max: MAP_ZOOM_MAX })
const sum = (all: readonly MapPlace[], of: (place: MapPlace) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

describe('places of a map', () => {
  test('are at least a mark apart, and no SIM is lost', () => {
    fc.assert(
      fc.property(places, zoom, (all, at) => {
        const joined = joinNear(all, at)
        expect(sum(joined, ({ sims }) => sims)).toBe(sum(all, ({ sims }) => sims))
        expect(sum(joined, ({ connected }) => connected)).toBe(all.length)
        const points = joined.map(({ longitude, latitude }) => toPixels([longitude, latitude], at))
        for (const [index, [x, y]] of points.entries()) {
          for (const [otherX, otherY] of points.slice(index + 1)) {
            expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThanOrEqual(PLACE_GAP_PX)
          }
        }
      }),
    )
  })

  test('stay where one of them was, the largest first', () => {
    fc.assert(
      fc.property(places, zoom, (all, at) => {
        const joined = joinNear(all, at)
        for (const { latitude, longitude } of joined) {
          expect(all.some((one) => one.latitude === latitude && one.longitude === longitude)).toBe(true)
        }
        const sizes = joined.map(({ sims }) => sims)
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
      }),
    )
  })

  test('keep their names in order', () => {
    const one = { latitude: -33.45, longitude: -70.66, sims: 2, connected: 0, iccs: ['2', '5'] }
    expect(joinNear([{ ...one, sims: 1, iccs: ['3'] }, one], 16)).toEqual([{ ...one, sims: 3, iccs: ['2', '3', '5'] }])
  })

  test.each([
    [0, 32],
    [1, 64],
    [10, 32_768],
  ])('the world has at zoom %i as many squares of 8 pixels across: %i', (at, squares) => {
    expect(squaresAcross(at)).toBe(squares)
  })
})

test.each([
  ['the north-west corner', [-180, 85.051_128], [0, 0]],
  ['the middle', [0, 0], [128, 128]],
  ['beyond the end', [180, -90], [256, 256]],
] as const)('Web Mercator has 256 pixels at zoom 0: %s', (_, [longitude, latitude], [x, y]) => {
  const [right, down] = toPixels([longitude, latitude], 0)
  expect(right).toBeCloseTo(x, 4)
  expect(down).toBeCloseTo(y, 4)
})

test('a pixel is where its position is', () => {
  fc.assert(
    fc.property(degrees(180), degrees(85), zoom, (longitude, latitude, at) => {
      const [east, north] = toPosition(toPixels([longitude, latitude], at), at)
      expect(east).toBeCloseTo(longitude, 6)
      expect(north).toBeCloseTo(latitude, 6)
    }),
  )
})
