import { beforeAll, expect, test } from 'vitest'
import type { Position } from './geometry.ts'
import { countryAt, type Outline, type PackedOutline, touches, unpackOutline } from './outline.ts'
import world from './world.json?raw'

let packed: PackedOutline
let outline: Outline

beforeAll(() => {
  packed = JSON.parse(world) as PackedOutline
  outline = unpackOutline(packed)
})

const codeAt = (at: Position): string | undefined => countryAt(outline, at)?.code

test('every ring is closed and every position is one of the earth', () => {
  const rings = outline.countries.flatMap(({ lands }) => lands.flatMap((land) => land.rings))
  expect(rings.length).toBeGreaterThan(1000)
  for (const ring of rings) {
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true)
  }
})

test('each country has land, but two that are smaller than the outline’s grain: the Vatican, and reefs off Australia', () => {
  expect(outline.countries.filter(({ lands }) => lands.length === 0).map(({ code }) => code)).toEqual(['VA', 'AU'])
})

test('nearly each country has its letters', () => {
  expect(outline.countries.filter(({ code }) => /^[A-Z]{2}$/.test(code)).length).toBeGreaterThan(230)
})

test('borders and coasts are all the lines there are', () => {
  expect(outline.borders.length).toBeGreaterThan(300)
  expect(outline.borders.length + outline.coasts.length).toBe(packed.arcs.length)
})

test('the sea belongs to nobody; a hole in a country to the one inside', () => {
  expect(codeAt([-90, -30])).toBeUndefined()
  expect(codeAt([28.2, -29.5])).toBe('LS')
  expect(codeAt([26, -29])).toBe('ZA')
})

test('only land near a view is drawn in it', () => {
  const land = countryAt(outline, [-70.66, -33.45])?.lands.find(({ box }) => box[1] < -33.45 && box[3] > -33.45)
  expect(land && touches(land, [-71, -34, -70, -33])).toBe(true)
  expect(land && touches(land, [10, 40, 20, 50])).toBe(false)
})
