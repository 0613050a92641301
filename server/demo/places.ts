import type { SeededNumbers } from './random.ts'

export type CountryCode = 'CL' | 'PE' | 'MX' | 'EC' | 'AR' | 'US'

/** Latitude and longitude, degrees (WGS 84). */
export type Point = readonly [latitude: number, longitude: number]

export interface Country {
  readonly cities: readonly Point[]
  /** roads as towns along them, far enough from the sea that the straight line between two is on land */
  readonly roads: readonly (readonly Point[])[]
  /** the country's bounding box: south, west, north, east */
  readonly box: readonly [number, number, number, number]
  /** MCC-MNC of the networks there (ITU-T E.212), the usual one first */
  readonly networks: readonly string[]
}

/** A list of points as text, latitude and longitude of each: '-33.45 -70.66, -33.52 -70.6'. */
const points = (text: string): Point[] => text.split(',').map(pointOf)

function pointOf(text: string): Point {
  const [latitude = Number.NaN, longitude = Number.NaN, ...others] = text.trim().split(/\s+/).map(Number)
  if (Number.isNaN(latitude) || Number.isNaN(longitude) || others.length > 0)
    throw new Error(`'${text}' is not a latitude and a longitude`)
  return [latitude, longitude]
}

export const COUNTRIES: Readonly<Record<CountryCode, Country>> = {
  CL: {
    cities: points(`
      -33.45 -70.66, -33.52 -70.6, -33.39 -70.57, -34.17 -70.74, -35.43 -71.65, -36.61 -72.1, -37.47 -72.35,
      -38.74 -72.6, -40.57 -73.13, -22.46 -68.92, -27.37 -70.33, -33.05 -71.38`),
    roads: [
      // Route 5 South through the central valley
      points(`
        -33.6 -70.7, -34.17 -70.74, -34.59 -70.99, -34.98 -71.24, -35.43 -71.65, -35.85 -71.59, -36.61 -72.1,
        -37.47 -72.35, -37.8 -72.7, -38.74 -72.6, -39.28 -72.23, -40.57 -73.13`),
      // Route 68 and the road over the Andes to Los Libertadores
      points('-33.45 -70.75, -33.4 -71.13, -33.13 -71.38'),
      points('-33.2 -70.67, -32.83 -70.6, -32.85 -70.25'),
      // Calama to the mines
      points('-22.46 -68.92, -22.3 -68.9, -22.91 -68.2'),
    ],
    box: [-56.0, -75.8, -17.4, -66.3],
    networks: ['730-02', '730-01', '730-03', '730-09'],
  },
  PE: {
    cities: points(`
      -12.05 -76.98, -12.03 -76.92, -11.95 -77.03, -16.4 -71.53, -13.53 -71.96, -12.07 -75.21, -15.49 -70.13,
      -7.16 -78.5, -5.19 -80.62`),
    roads: [
      // the Central Highway, and the southern one through the highlands
      points('-12.03 -76.9, -11.85 -76.38, -11.52 -75.9, -12.07 -75.21, -13.16 -74.22'),
      points('-13.53 -71.96, -14.25 -71.23, -15.49 -70.13, -16.4 -71.53'),
    ],
    box: [-18.4, -81.4, 0.0, -68.6],
    networks: ['716-06', '716-10', '716-17', '716-15'],
  },
  MX: {
    cities: points(`
      19.43 -99.13, 19.36 -99.05, 20.67 -103.35, 25.67 -100.31, 21.12 -101.68, 20.59 -100.39, 19.04 -98.2,
      22.15 -100.98, 25.42 -101.0, 20.52 -100.82`),
    roads: [
      // 57D from the capital to the north, 45 through the Bajío
      points('19.6 -99.2, 20.39 -99.99, 20.59 -100.39, 22.15 -100.98, 23.65 -100.64, 25.42 -101.0, 25.67 -100.31'),
      points('20.59 -100.39, 20.57 -101.2, 20.68 -101.35, 21.12 -101.68, 21.88 -102.29'),
      points('20.67 -103.3, 20.35 -102.03, 19.7 -101.2, 19.3 -99.65'),
    ],
    box: [14.5, -118.5, 32.8, -86.7],
    networks: ['334-030', '334-020', '334-050'],
  },
  EC: {
    cities: points('-0.18 -78.47, -0.26 -78.53, -2.9 -79.0, -1.25 -78.62, -0.25 -79.17, -2.13 -79.93, -3.99 -79.2'),
    roads: [points('-0.35 -78.5, -0.93 -78.61, -1.25 -78.62, -1.67 -78.65, -2.74 -78.85, -2.9 -79.0, -3.99 -79.2')],
    box: [-5.1, -81.1, 1.5, -75.1],
    networks: ['740-00', '740-01', '740-02'],
  },
  AR: {
    cities: points(`
      -34.62 -58.5, -34.67 -58.6, -31.41 -64.19, -32.95 -60.7, -32.89 -68.84, -26.83 -65.22, -24.79 -65.41,
      -38.95 -68.08, -33.12 -64.35`),
    roads: [
      // routes 7, 9 and 8 through the pampas
      points('-34.6 -58.7, -34.58 -60.94, -33.68 -65.46, -33.3 -66.34, -32.89 -68.84'),
      points('-34.4 -58.8, -33.9 -60.57, -32.95 -60.75, -32.41 -63.24, -31.41 -64.19'),
      points('-34.5 -59.1, -33.74 -61.97, -33.12 -64.35'),
    ],
    box: [-55.1, -73.6, -21.7, -53.6],
    networks: ['722-07', '722-34', '722-310'],
  },
  US: {
    cities: points('32.8 -96.8, 33.45 -112.07, 33.75 -84.39, 39.74 -104.99, 35.15 -90.05, 41.85 -87.75, 34.05 -117.4'),
    roads: [
      points('32.8 -96.8, 32.75 -97.3, 32.45 -99.73, 31.99 -102.08, 31.85 -106.3, 32.3 -106.75, 32.25 -110.9, 33.45 -112.07'),
    ],
    box: [24.5, -125.0, 49.4, -66.9],
    networks: ['310-260', '310-410', '311-480'],
  },
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

/** A place of a country: a vehicle may be on a road, anything else is in a city. */
export function placeIn(country: CountryCode, isVehicle: boolean, random: SeededNumbers): Point {
  const { cities, roads } = COUNTRIES[country]
  if (!isVehicle || random.chance(0.35)) return near(random.pick(cities), 0.04, random)
  const road = random.pick(roads)
  const leg = random.whole(0, road.length - 2)
  const [from = [0, 0], to = [0, 0]] = [road[leg], road[leg + 1]]
  const along = random.next()
  return near([from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * along], 0.006, random)
}

const near = ([latitude, longitude]: Point, spread: number, random: SeededNumbers): Point => [
  round(latitude + random.between(-spread, spread)),
  round(longitude + random.between(-spread, spread)),
]
