import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPixels } from '#domain/web-mercator.ts'
import { askedView, isInView, viewAround } from './view-box.ts'

const SANTIAGO = { zoom: 10.6, west: -71.2, south: -33.9, east: -70.1, north: -33.1 }

test('a view is asked for with what is just around it, so that small moves ask for nothing new', () => {
  const { zoom, box } = askedView(SANTIAGO)
  expect(zoom).toBe(10)
  expect(box).toMatchObject({ west: expect.closeTo(-71.3672, 3), east: expect.closeTo(-69.9609, 3) })
  expect(askedView({ ...SANTIAGO, west: SANTIAGO.west + 0.01, east: SANTIAGO.east + 0.01 })).toEqual({ zoom, box })
})

test('what is shown is within what is asked for', () => {
  const view = fc.record({
    zoom: fc.double({ min: 2, max: 21, noNaN: true }),
    at: fc.tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true })),
    size: fc.tuple(fc.double({ min: 0.001, max: 9, noNaN: true }), fc.double({ min: 0.001, max: 4, noNaN: true })),
  })
  fc.assert(
    fc.property(view, ({ zoom, at: [longitude, latitude], size: [right, up] }) => {
      const shown = { zoom, west: longitude, south: latitude, east: longitude + right, north: latitude + up }
      const { box } = askedView(shown)
      if (!box) return
      expect(box.south).toBeLessThanOrEqual(shown.south + 1e-9)
      expect(box.north).toBeGreaterThanOrEqual(shown.north - 1e-9)
      const isIn = (east: number) => (box.west <= box.east ? east >= box.west - 1e-9 && east <= box.east + 1e-9 : true)
      expect(isIn(shown.west)).toBe(true)
      expect(isIn(shown.east)).toBe(true)
    }),
  )
})

test('a map that goes around the world asks for all of it', () => {
  expect(askedView({ zoom: 1.4, west: -200, south: -70, east: 190, north: 70 })).toEqual({ zoom: 1 })
})

test('across the 180th meridian the box has its west in the east', () => {
  const { box } = askedView({ zoom: 6, west: 175, south: -20, east: 186, north: -10 })
  expect(box?.west).toBeCloseTo(174.375, 3)
  expect(box?.east).toBeCloseTo(-174.375 + 5.625, 3)
})

test.each([
  ['in it', SANTIAGO, [-33.45, -70.66], true],
  ['north of it', SANTIAGO, [-33, -70.66], false],
  ['west of it', SANTIAGO, [-33.45, -71.3], false],
  ['east of the 180th meridian', { zoom: 5, west: 175, south: -20, east: 186, north: -10 }, [-17, -176], true],
  ['west of that', { zoom: 5, west: 175, south: -20, east: 186, north: -10 }, [-17, 170], false],
  ['anywhere', { zoom: 1, west: -200, south: -70, east: 190, north: 70 }, [10, 179], true],
] as const)('a place is in a view: %s', (_, view, [latitude, longitude], expected) => {
  expect(isInView(view, { latitude, longitude })).toBe(expected)
})

test('the surroundings of a place reach 288 pixels to each side of it', () => {
  const place = fc.record({
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
    longitude: fc.double({ min: -140, max: 140, noNaN: true }),
  })
  fc.assert(
    fc.property(place, fc.integer({ min: 5, max: 25 }), ({ latitude, longitude }, at) => {
      const { zoom, box } = viewAround({ latitude, longitude }, at)
      expect(zoom).toBe(Math.min(19, at))
      if (!box) throw new Error('no box')
      const [x, y] = toPixels([longitude, latitude], zoom)
      const [left, top] = toPixels([box.west, box.north], zoom)
      const [right, bottom] = toPixels([box.east, box.south], zoom)
      for (const reach of [x - left, right - x, y - top, bottom - y]) {
        expect(reach).toBeGreaterThan(287)
        expect(reach).toBeLessThan(545)
      }
    }),
  )
})
