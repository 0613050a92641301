import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearing, type CompassPoint, compassPoint, destination, distanceM, type Position } from './geodesy.ts'

const SANTIAGO: Position = [-70.66, -33.45]
const position = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -85, max: 85, noNaN: true }))

test('a known distance: Santiago to Buenos Aires', () => {
  expect(distanceM(SANTIAGO, [-58.38, -34.6]) / 1000).toBeCloseTo(1139, -1)
  expect(distanceM(SANTIAGO, SANTIAGO)).toBe(0)
})

test('a degree of latitude is 111,2 km anywhere', () => {
  for (const from of [-60, -33, 0, 45]) expect(distanceM([10, from], [10, from + 1])).toBeCloseTo(111_195, -1)
})

test('distances across the antimeridian and over a pole take the short way', () => {
  expect(distanceM([179.9, 0], [-179.9, 0]) / 1000).toBeCloseTo(22.24, 1)
  expect(distanceM([0, 89], [180, 89]) / 1000).toBeCloseTo(222.4, 0)
})

test('bearing 0 is north and 90 is east', () => {
  const [x, y] = destination(SANTIAGO, 1000, 0)
  expect([x, y > SANTIAGO[1]]).toEqual([expect.closeTo(SANTIAGO[0], 9), true])
  expect(destination(SANTIAGO, 1000, 90)[0]).toBeGreaterThan(SANTIAGO[0])
})

test('distance and bearing to a destination are those it was computed from', () => {
  const course = fc.double({ min: 0, max: 359.9, noNaN: true })
  fc.assert(
    fc.property(position, fc.double({ min: 1000, max: 400_000, noNaN: true }), course, (from, way, angle) => {
      const to = destination(from, way, angle)
      expect(distanceM(from, to) / way).toBeCloseTo(1, 5)
      const turned = Math.abs(bearing(from, to) - angle) % 360
      expect(Math.min(turned, 360 - turned)).toBeLessThan(0.01)
    }),
  )
})

const POINTS: Record<CompassPoint, number[]> = {
  ...{ n: [0, 22, 338, 360], ne: [23, 67], e: [90], se: [135] },
  ...{ s: [180], sw: [225], w: [270], nw: [315, 337, -45] },
}

test.each(Object.entries(POINTS).flatMap(([point, angles]) => angles.map((angle) => [angle, point] as const)))(
  '%s° is %s',
  (angle, point) => {
    expect(compassPoint(angle)).toBe(point)
  },
)
