import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceM, type Position } from '#domain/geodesy.ts'
import { metresPerPixel, toPixels } from '#domain/web-mercator.ts'
import { CIRCLE_RADIUS_M, circleRing, continuousLine, gridLines, scaleBar } from './geometry.ts'

const SANTIAGO: Position = [-70.66, -33.45]
const latitude = fc.double({ min: -80, max: 80, noNaN: true })
const longitude = fc.double({ min: -179, max: 179, noNaN: true })

test('every corner of the circle is 548 m away, within 1 %, at any latitude [S9.11]', () => {
  fc.assert(
    fc.property(longitude, latitude, (x, y) => {
      const ring = circleRing([x, y], CIRCLE_RADIUS_M)
      expect(ring.at(-1)).toEqual(ring[0])
      for (const corner of ring) expect(Math.abs(distanceM([x, y], corner) - 548) / 548).toBeLessThan(0.01)
    }),
  )
})

test('the middle of each side is within 1 %, too', () => {
  const ring = circleRing(SANTIAGO, CIRCLE_RADIUS_M)
  for (const [index, [x, y]] of ring.slice(1).entries()) {
    const [x0, y0] = ring[index] ?? [x, y]
    expect(distanceM(SANTIAGO, [(x + x0) / 2, (y + y0) / 2])).toBeGreaterThan(0.99 * CIRCLE_RADIUS_M)
  }
})

test('the circle is counter-clockwise, as GeoJSON requires of outer rings', () => {
  const ring = circleRing(SANTIAGO, CIRCLE_RADIUS_M)
  const doubled = ring.slice(1).reduce((sum, [x, y], index) => {
    const [x0, y0] = ring[index] ?? [x, y]
    return sum + (x0 * y - x * y0)
  }, 0)
  expect(doubled).toBeGreaterThan(0)
})

test('pixels of the world: its centre, and the edge of Web Mercator', () => {
  expect(toPixels([0, 0], 1)).toEqual([256, 256])
  expect(toPixels([-180, 85.0511], 0)).toEqual([0, expect.closeTo(0, 1)])
  expect(toPixels([0, -90], 0)[1]).toBeLessThanOrEqual(256)
})

test('metres per pixel match the distance between two positions a pixel apart', () => {
  for (const [zoom, y] of [
    [14, -33.45],
    [14, 60],
    [5, 0],
  ] as const) {
    const [x1] = toPixels([1, y], zoom)
    const [x0] = toPixels([0, y], zoom)
    const perPixel = distanceM([0, y], [0.0001, y]) / (0.0001 * (x1 - x0))
    expect(metresPerPixel(y, zoom) / perPixel).toBeCloseTo(1, 2)
  }
})

test('the scale bar is a round length that fits', () => {
  expect(scaleBar(4, 96)).toEqual({ metres: 200, px: 50 })
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 80_000, noNaN: true }), (metresPerPx) => {
      const { metres, px } = scaleBar(metresPerPx, 96)
      expect(px).toBeLessThanOrEqual(96.000001)
      expect(px).toBeGreaterThan(96 / 2.6)
      expect(['1', '2', '5']).toContain(String(Math.round(metres / 10 ** Math.floor(Math.log10(metres) + 1e-9))))
    }),
  )
})

test('the grid crosses at the rounded position', () => {
  const lines = gridLines(SANTIAGO, 0.01, 2)
  expect(lines).toHaveLength(10)
  expect(lines[2]?.[0]?.[0]).toBeCloseTo(-70.66, 6)
  expect(lines[7]?.[0]?.[1]).toBeCloseTo(-33.45, 6)
})

test('a line goes on where the longitude passes 180°, through the same places', () => {
  const line: Position[] = [
    [179, -16],
    [-179, -17],
    [178, -18],
  ]
  expect(continuousLine(line)).toEqual([
    [179, -16],
    [181, -17],
    [178, -18],
  ])
  fc.assert(
    fc.property(fc.array(fc.tuple(longitude, latitude)), (places) => {
      const drawn = continuousLine(places)
      for (const [index, [x = 0]] of drawn.entries()) {
        expect((((x - (places[index]?.[0] ?? 0)) % 360) + 360) % 360).toBeCloseTo(0, 6)
        expect(Math.abs(x - (drawn[index - 1]?.[0] ?? x))).toBeLessThanOrEqual(180)
      }
    }),
  )
})
