import type { City, Sources } from './sources.ts'
import { SPANISH_NAMES } from './spanish-names.ts'

export interface MapTown {
  readonly name: string
  readonly nameEs: string
  readonly country: string
  /** its first-level region in Spanish and English; empty where Natural Earth does not have GeoNames' code */
  readonly regionEs: string
  readonly regionEn: string
  readonly longitude: number
  readonly latitude: number
  readonly population: number
  readonly isCapital: boolean
}

/** Parts of towns, and what is abandoned, historical or destroyed: no place is described as near them. */
const NO_TOWN = /^(PPLX|PPLH|PPLQ|PPLW|PPLCH)$/
/** GeoNames has places down to a thousand people, and seats of any size. */
const isSeat = ({ featureCode }: City): boolean => /^PPL(C|A[123]?)$/.test(featureCode)
const LEAST_PEOPLE = 1000

/** The towns of the world, the largest first. */
export function makeTowns({ cities, regions }: Sources): MapTown[] {
  const regionsByCode = new Map(regions.features.map(({ properties }) => [properties.gn_a1_code, properties]))
  return cities
    .filter((city) => !NO_TOWN.test(city.featureCode) && (isSeat(city) || city.population >= LEAST_PEOPLE))
    .map((city) => {
      const region = regionsByCode.get(`${city.country}.${city.adminCode}`)
      return {
        name: city.name,
        nameEs: SPANISH_NAMES[`${city.country} ${city.name}`] ?? city.name,
        country: city.country,
        regionEs: region?.name_es ?? region?.name ?? '',
        regionEn: region?.name_en ?? region?.name ?? '',
        longitude: city.loc.coordinates[0],
        latitude: city.loc.coordinates[1],
        population: city.population,
        isCapital: city.featureCode === 'PPLC',
      }
    })
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
}

const orEmpty = (text: string, other: string): string => (text === other ? '' : text)

/** Each once, with a number. */
function numbered(texts: readonly string[]): { once: string[]; numbers: Uint16Array } {
  const known = new Map<string, number>()
  const numbers = Uint16Array.from(texts, (text) => {
    const number = known.get(text) ?? known.size
    known.set(text, number)
    return number
  })
  return { once: [...known.keys()], numbers }
}

/**
 * A line of JSON that says how many towns there are and how long each part is, columns of numbers (little-endian), then texts: the
 * names, a line a town; an empty Spanish name is the same as the other. Read by server/places/towns.ts.
 */
export function townsFile(towns: readonly MapTown[]): Buffer {
  const names = towns.map(({ name, nameEs }) => `${name}\t${orEmpty(nameEs, name)}`).join('\n')
  const countries = numbered(towns.map(({ country }) => country))
  const regions = numbered(towns.map(({ regionEn, regionEs }) => `${regionEn}\t${orEmpty(regionEs, regionEn)}`))
  const head = { count: towns.length, countries: countries.once, regions: regions.once }
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    Buffer.from(Float32Array.from(towns, ({ longitude }) => longitude).buffer),
    Buffer.from(Float32Array.from(towns, ({ latitude }) => latitude).buffer),
    Buffer.from(Uint32Array.from(towns, ({ population }) => population).buffer),
    Buffer.from(countries.numbers.buffer),
    Buffer.from(regions.numbers.buffer),
    Buffer.from(`${names}\n`),
  ])
}
