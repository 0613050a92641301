import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COUNTRIES, type Point, placeIn } from '#database/demo/places.ts'
import { createRandom } from '#database/demo/random.ts'
import { countryAt, type PackedOutline, unpackOutline } from '#web/features/sims/detail/map/outline.ts'

const file = join(import.meta.dirname, '../web/features/sims/detail/map/world.json')
const outline = unpackOutline(JSON.parse(readFileSync(file, 'utf8')) as PackedOutline)
const codeAt = ([latitude, longitude]: Point): string | undefined => countryAt(outline, [longitude, latitude])?.code

test.each(Object.entries(COUNTRIES))(
  'the demo’s cities and roads in %s lie on its land of the map',
  (country, { cities, roads }) => {
    expect([...cities, ...roads.flat()].filter((place) => codeAt(place) !== country)).toEqual([])
  },
)

test('what places the demo gives its SIMs lie on land', () => {
  const random = createRandom(7)
  const places = Array.from({ length: 300 }, (_, index) => placeIn(index % 2 ? 'CL' : 'MX', true, random))
  expect(places.filter((place) => !codeAt(place))).toEqual([])
})
