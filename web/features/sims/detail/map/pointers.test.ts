import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destination, type Position } from '#domain/geodesy.ts'
import { placePointers, type Target } from './pointers.ts'

const SIZE = { width: 700, height: 440 }
const HERE: Position = [-74.1, -13.3]
const view = (center: Position = HERE, zoom = 14) => ({ center, zoom })
const target = (name: string, bearing: number, km: number, from = HERE): Target => ({
  name,
  place: destination(from, km * 1000, bearing),
})
const place = (targets: Target[], of = view(), size = SIZE) => placePointers(targets, of, size, HERE)

test.each([
  ['north', 0, 350, 20, 0],
  ['east', 90, 633, 220, 90],
  // moved aside, because the attribution is there
  ['south', 180, 320, 420, 180],
  ['west', 270, 67, 220, -90],
])('to the %s: at that edge, turned that way', (_, bearing, x, y, turn) => {
  const [pointer] = place([target('Lima', bearing, 24)])
  expect([pointer?.x, pointer?.y]).toEqual([expect.closeTo(x, -0.7), expect.closeTo(y, -0.7)])
  expect(pointer?.degrees).toBeCloseTo(turn, -1)
  expect((pointer?.distanceM ?? 0) / 1000).toBeCloseTo(24, 0)
})

test('visible targets have none', () => {
  expect(place([target('Lima', 45, 1)])).toEqual([])
  expect(place([target('Lima', 45, 24)], view(HERE, 9))).toEqual([])
})

test('across the antimeridian it points in the shorter direction', () => {
  const fiji: Position = [179.9, -17]
  const [pointer] = placePointers([{ name: 'Taveuni', place: [-179.9, -17] }], view(fiji), SIZE, fiji)
  expect(pointer?.degrees).toBeCloseTo(90, 0)
})

test('none leaves the map or overlaps another or the buttons, at any width', () => {
  const some = fc.array(fc.tuple(fc.string({ minLength: 3, maxLength: 18 }), fc.double({ min: 0, max: 360, noNaN: true })), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(some, fc.integer({ min: 300, max: 1200 }), fc.integer({ min: 320, max: 440 }), (towns, width, height) => {
      const placed = place(
        towns.map(([name, bearing]) => target(name, bearing, 60)),
        view(),
        { width, height },
      )
      const boxes = placed.map(({ x, y, name }) => ({ x, y, half: (92 + 6.4 * name.length) / 2 }))
      for (const [n, { x, y, half }] of boxes.entries()) {
        expect(x - half).toBeGreaterThanOrEqual(0)
        expect(x + half).toBeLessThanOrEqual(width)
        expect(y).toBeGreaterThanOrEqual(12)
        expect(y).toBeLessThanOrEqual(height - 12)
        expect(x + half > width - 48 && y - 12 < 118).toBe(false)
        // the circle of 548 m
        expect(Math.abs(x - width / 2) < half + 58 && Math.abs(y - height / 2) < 12 + 58).toBe(false)
        for (const other of boxes.slice(n + 1)) {
          expect(Math.abs(x - other.x) < half + other.half && Math.abs(y - other.y) < 24).toBe(false)
        }
      }
    }),
  )
})

test('the first target has priority', () => {
  const placed = place([target('Ayacucho', 0, 24), target('Huamanga', 0, 30)])
  expect(placed[0]?.name).toBe('Ayacucho')
  expect(placed[0]?.x).toBeCloseTo(350, 0)
})
