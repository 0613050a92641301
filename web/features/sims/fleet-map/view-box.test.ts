import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SQUARE_PX } from '#domain/map-places.ts'
import { toPixels } from '#domain/web-mercator.ts'
import { askedView, openSteps, viewAround } from './view-box.ts'

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

test('the surroundings of a place reach 512 pixels to each side of it', () => {
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
        expect(reach).toBeGreaterThan(511)
        expect(reach).toBeLessThan(769)
      }
    }),
  )
})

test.each([
  ['a laptop', { width: 860, height: 480 }, 1],
  ['a large screen', { width: 1400, height: 820 }, 2],
  ['a phone', { width: 358, height: 300 }, 1],
])('on %s a place that is opened shows the SIMs of its square, wherever in it they are', (_, size, steps) => {
  expect(openSteps(size)).toBe(steps)
  const inSquare = fc.tuple(
    fc.double({ min: 0, max: SQUARE_PX, noNaN: true }),
    fc.double({ min: 0, max: SQUARE_PX, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(inSquare, { minLength: 1, maxLength: 9 }), (sims) => {
      const middle = (axis: 0 | 1) => sims.reduce((sum, at) => sum + at[axis], 0) / sims.length
      const away = (at: [number, number], axis: 0 | 1) => Math.abs(at[axis] - middle(axis)) * 2 ** steps
      for (const at of sims) {
        expect(away(at, 0)).toBeLessThanOrEqual(size.width / 2)
        expect(away(at, 1)).toBeLessThanOrEqual(size.height / 2)
      }
    }),
  )
})
