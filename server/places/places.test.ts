import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearing, compassPoint, distanceM, type Position } from '#domain/geodesy.ts'
import { LANDMARK_POPULATION, openPlaces } from './places.ts'
import type { Town } from './towns.ts'

const places = await openPlaces()
const all = Array.from({ length: places.towns.count }, (_, n) => places.towns.town(n))

const place = ({ longitude, latitude }: Town): Position => [longitude, latitude]
const kmTo = (at: Position, town: Town): number => distanceM(at, place(town)) / 1000
const namesAround = (at: Position): string[] => places.around(at).map(({ name, country }) => `${name.es} ${country}`)

test('the world’s towns are there, each on the globe, of a country', () => {
  expect(all.length).toBeGreaterThan(100_000)
  expect(new Set(all.map(({ country }) => country)).size).toBeGreaterThan(230)
  expect(all.filter(({ name, country }) => !name.es || !name.en || !/^[A-Z]{2}$/.test(country))).toEqual([])
  expect(all.filter(({ longitude, latitude }) => !(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))).toEqual([])
})

test.each([
  ['near Ayacucho', [-74.22, -13.16], 'Ayacucho PE', 'Ayacucho'],
  ['in Santiago', [-70.65, -33.46], 'Santiago CL', 'Santiago'],
  ['in Mexico City', [-99.13, 19.43], 'Ciudad de México MX', 'Ciudad de México'],
] as const)('%s: town, country and region', (_, at, town, region) => {
  expect(namesAround(at)[0]).toBe(town)
  expect(places.around(at)[0]?.region.es).toBe(region)
})

test('the nearest town is the nearest of all, found one by one', () => {
  // half of them anywhere, half near the antimeridian and the poles
  const edge = fc.tuple(fc.constantFrom(-180, -179.99, 179.99, 180), fc.double({ min: -90, max: 90, noNaN: true }))
  const polar = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-90, -84, 72, 80, 90))
  const anywhere = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))
  fc.assert(
    fc.property(fc.oneof({ arbitrary: anywhere, weight: 2 }, edge, polar), (at) => {
      const [found] = places.around(at)
      const leastKm = all.reduce((least, town) => Math.min(least, kmTo(at, town)), Number.POSITIVE_INFINITY)
      expect(found && kmTo(at, found)).toBeCloseTo(leastKm, 6)
    }),
    { numRuns: 60 },
  )
})

test('the nearest may lie beyond the antimeridian', () => {
  const west: Position = [179.99, -16.8]
  const east: Position = [-179.99, -16.8]
  expect(namesAround(west)[0]).toBe(namesAround(east)[0])
})

test('far from everywhere there is the nearest town alone', () => {
  expect(namesAround([-120, -40])).toEqual(['Hanga Roa CL'])
  expect(namesAround([0, -90])).toHaveLength(1)
})

test('landmarks are well-known towns, at most one in each direction', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20_000 }), (n) => {
      const at = place(all[n] as Town)
      const [nearest, ...others] = places.around([at[0] + 0.05, at[1]])
      expect(nearest).toBeDefined()
      expect(others.length).toBeLessThanOrEqual(4)
      for (const town of others) expect(town.population).toBeGreaterThanOrEqual(LANDMARK_POPULATION)
    }),
  )
})

test('from the Andes, towns of all four winds', () => {
  const at: Position = [-74.1, -13.3]
  const ways = places.around(at).map((town) => compassPoint(bearing(at, place(town))))
  expect(new Set(ways).size).toBeGreaterThanOrEqual(3)
})
