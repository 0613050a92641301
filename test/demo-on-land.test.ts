import { expect, test } from 'vitest'
import { distanceM } from '#domain/geodesy.ts'
import { COUNTRIES, type Point, placeIn } from '#server/demo/places.ts'
import { createRandom } from '#server/demo/random.ts'
import { openPlaces } from '#server/places/places.ts'

/** km; roads through the Atacama are that far from any town, the sea is as a rule farther */
const FARTHEST_KM = 50

const places = await openPlaces()

function nearest([latitude, longitude]: Point): { country: string; km: number } {
  const [town] = places.around([longitude, latitude])
  if (!town) throw new Error('there are no towns')
  return { country: town.country, km: distanceM([longitude, latitude], [town.longitude, town.latitude]) / 1000 }
}

test.each(Object.entries(COUNTRIES))('the demo’s cities and roads in %s lie near towns of it', (country, { cities, roads }) => {
  const far = [...cities, ...roads.flat()].filter((at) => nearest(at).country !== country || nearest(at).km > FARTHEST_KM)
  expect(far).toEqual([])
})

test('what places the demo gives its SIMs lie near towns', () => {
  const random = createRandom(7)
  const at = Array.from({ length: 300 }, (_, index) => placeIn(index % 2 ? 'CL' : 'MX', true, random))
  expect(at.filter((place) => nearest(place).km > FARTHEST_KM)).toEqual([])
})
