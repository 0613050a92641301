import { beforeAll, expect, test } from 'vitest'
import type { Position } from '#domain/geodesy.ts'
import { countryAt, type Outline, type PackedOutline, touches, unpackOutline } from './outline.ts'
import world from './world.json?raw'

let outline: Outline

beforeAll(() => {
  outline = unpackOutline(JSON.parse(world) as PackedOutline)
})

const codeAt = (at: Position): string | undefined => countryAt(outline, at)?.code

test('every ring is closed and every position is one of the earth', () => {
  const rings = outline.countries.flatMap(({ lands }) => lands.flatMap((land) => land.rings))
  expect(rings.length).toBeGreaterThan(1000)
  for (const ring of rings) {
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring.every(([x, y]) => Math.abs(x) <= 540 && Math.abs(y) <= 90)).toBe(true)
  }
})

test('each country has land, but two that are smaller than the outline’s grain: the Vatican, and reefs off Australia', () => {
  expect(outline.countries.filter(({ lands }) => lands.length === 0).map(({ code }) => code)).toEqual(['VA', 'AU'])
})

test('nearly each country has its letters', () => {
  expect(outline.countries.filter(({ code }) => /^[A-Z]{2}$/.test(code)).length).toBeGreaterThan(230)
})

test('no edge leaps across the world, where countries lie on both ends of it', () => {
  const rings = outline.countries.flatMap(({ lands }) => lands.flatMap((land) => land.rings))
  const leaps = rings.flatMap((ring) => ring.filter(([x], n) => Math.abs(x - (ring[n - 1]?.[0] ?? x)) > 180))
  // along the pole, where Antarctica ends
  expect(leaps.filter(([, y]) => y > -90)).toEqual([])
})

test.each<[string, Position]>([
  ['RU', [-175, 66.5]],
  ['RU', [175, 67]],
  ['FJ', [178, -17.8]],
  ['AQ', [0, -89.5]],
  ['AQ', [-170, -84.9]],
  ['AQ', [170, -84.9]],
])('%s at %s, beside the antimeridian or the pole', (code, at) => {
  expect(codeAt(at)).toBe(code)
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
