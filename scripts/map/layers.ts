import type { Feature, FeatureCollection, Geometry, MultiLineString, Point, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import { topology } from 'topojson-server'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { RegionFacts, Sources } from './sources.ts'
import type { MapTown } from './towns.ts'

/** A feature with the zoom from which on it is in the tiles. */
export interface Drawn<G extends Geometry = Geometry> {
  readonly minZoom: number
  readonly feature: Feature<G>
}

/** Names as Protomaps' tiles have them. */
const names = (name: string, es: string, en: string): Record<string, string> => ({ name, 'name:es': es, 'name:en': en })

const drawn = <G extends Geometry>(minZoom: number, geometry: G, properties: Record<string, unknown>): Drawn<G> => ({
  minZoom,
  feature: { type: 'Feature', geometry, properties },
})

const ringArea = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x = 0, y = 0], n) => {
    const [x0 = x, y0 = y] = ring[n - 1] ?? []
    return sum + (x0 * y - x * y0) / 2
  }, 0)

const centroid = (ring: readonly Position[]): [number, number] => {
  let [sumX, sumY] = [0, 0]
  for (const [n, [x = 0, y = 0]] of ring.entries()) {
    const [x0 = x, y0 = y] = ring[n - 1] ?? []
    const cross = x0 * y - x * y0
    sumX += (x0 + x) * cross
    sumY += (y0 + y) * cross
  }
  const area = 6 * ringArea(ring)
  return [sumX / area, sumY / area]
}

const outerRings = (geometry: Geometry): Position[][] => {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  return polygons.flatMap((polygon) => polygon.slice(0, 1)).map(unbroken)
}

/**
 * A ring without leaps from one end of the world to the other: where it passes the antimeridian its longitudes go on beyond 180°.
 * One that goes round a pole, as Antarctica's does, is closed along it.
 */
function unbroken(ring: readonly Position[]): Position[] {
  const line: [number, number][] = []
  for (const [longitude = 0, latitude = 0] of ring) {
    const before = line.at(-1)?.[0] ?? longitude
    line.push([longitude + 360 * Math.round((before - longitude) / 360), latitude])
  }
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return line
  return [...line, [last[0], -90], [first[0], -90], first]
}

/** World Atlas joins what lies across the antimeridian, which maps draw as lines from one end of the world to the other. */
function unbrokenLand(geometry: Geometry): Polygon[] {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  return polygons.map((rings) => ({ type: 'Polygon', coordinates: rings.map(unbroken) }))
}

/** Letters of a country by its number (ISO 3166-1): '152' → 'CL'. */
const lettersOf = (id: unknown): string =>
  typeof id === 'string' && /^\d{3}$/.test(id) ? (new Intl.Locale(`und-${id}`).region ?? '') : ''

function countryLabels(countries: FeatureCollection): Drawn<Point>[] {
  const wordsEs = new Intl.DisplayNames(['es'], { type: 'region' })
  const wordsEn = new Intl.DisplayNames(['en'], { type: 'region' })
  return countries.features.flatMap(({ id, geometry }) => {
    const letters = lettersOf(id)
    const largest = outerRings(geometry).sort((a, b) => Math.abs(ringArea(b)) - Math.abs(ringArea(a)))[0]
    if (!/^[A-Z]{2}$/.test(letters) || !largest) return []
    const size = Math.abs(ringArea(largest))
    const [nameEs, nameEn] = [wordsEs.of(letters) ?? letters, wordsEn.of(letters) ?? letters]
    const point: Point = { type: 'Point', coordinates: centroid(largest) }
    const minZoom = size > 200 ? 1 : size > 40 ? 2 : size > 8 ? 3 : 4
    return [drawn(minZoom, point, { kind: 'country', ...names(nameEn, nameEs, nameEn), population_rank: Math.round(size) })]
  })
}

/** Lines between regions of one country; where it meets another, the country's own border stands. */
function regionBorders({ regions }: Sources): MultiLineString {
  const shared = topology({ regions }, 1e6) as unknown as Topology<{ regions: GeometryCollection<RegionFacts> }>
  return mesh(shared, shared.objects.regions, (a, b) => {
    const [one, other] = [a, b] as unknown as { properties: RegionFacts }[]
    return a !== b && one?.properties.admin === other?.properties.admin
  })
}

const regionLabels = ({ regions }: Sources): Drawn<Point>[] =>
  regions.features.flatMap(({ properties: { name, name_es, name_en, longitude, latitude } }) =>
    name
      ? [
          drawn(
            6,
            { type: 'Point', coordinates: [longitude, latitude] },
            { kind: 'region', ...names(name, name_es ?? name, name_en ?? name) },
          ),
        ]
      : [],
  )

/** People that a town needs to be on the map from a zoom on; a step closer than Protomaps, since towns are all there is. */
const TOWN_ZOOMS = [
  [2, 3_000_000],
  [3, 1_000_000],
  [4, 300_000],
  [5, 50_000],
] as const

function townLabel({ name, nameEs, longitude, latitude, population, isCapital }: MapTown): Drawn<Point> {
  const bySize = TOWN_ZOOMS.find(([, people]) => population >= people)?.[0] ?? 6
  const minZoom = isCapital ? Math.min(4, bySize) : bySize
  const spanish = nameEs === name ? {} : { 'name:es': nameEs }
  return drawn(
    minZoom,
    { type: 'Point', coordinates: [longitude, latitude] },
    { kind: 'locality', name, ...spanish, population_rank: Math.round(2 * Math.log2(population + 1)) },
  )
}

/** What is on the map, by the layers of Protomaps' schema. */
export function makeLayers(sources: Sources, towns: readonly MapTown[]): Record<string, readonly Drawn[]> {
  const { world } = sources
  const land = feature(world, world.objects.land) as FeatureCollection
  const countries = feature(world, world.objects.countries)
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b)
  return {
    earth: land.features.flatMap(({ geometry }) => unbrokenLand(geometry)).map((geometry) => drawn(0, geometry, {})),
    boundaries: [
      ...borders.coordinates.map((coordinates) => drawn(0, { type: 'LineString', coordinates }, { kind: 'country' })),
      ...regionBorders(sources).coordinates.map((coordinates) =>
        drawn(3, { type: 'LineString', coordinates }, { kind: 'region' }),
      ),
    ],
    places: [...countryLabels(countries), ...regionLabels(sources), ...towns.map(townLabel)],
  }
}
