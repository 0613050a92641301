import { countriesOfNetwork, MOBILE_COUNTRIES } from './countries.ts'
import { countryName } from './country-names.ts'
import type { Language } from './languages.ts'
import { LOCK_GEOFENCES_MAX, type LockVerdict, type OpenBreach, verdictOutside } from './locks.ts'
import { mobileNetworkName, NAMED_NETWORKS } from './mobile-networks.ts'

/** Where a SIM may be. `off`: anywhere; `listed`: in some areas, each a country or a network, in some geofences, or both. */
export const AREA_MODES = ['off', 'listed'] as const
export type AreaMode = (typeof AREA_MODES)[number]

/** Countries and networks that one lock allows. */
export const LOCK_AREAS_MAX = 100

export interface AreaLock {
  readonly mode: AreaMode
  /** countries by ISO 3166-1 alpha-2, networks by MCC-MNC (ITU-T E.212) */
  readonly values: readonly string[]
}

/** The lock of these areas; of none, no lock. */
export const areaLockOf = (values: readonly string[]): AreaLock => ({ mode: values.length > 0 ? 'listed' : 'off', values })

/** A country as `CL`, or a network as `730-01`, as people write them; undefined for anything else. */
export function parseArea(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (MOBILE_COUNTRIES.has(code)) return code
  const network = /^([0-9]{3})[\s/-]?([0-9]{2,3})$/.exec(code)
  return network ? `${network[1]}-${network[2]}` : undefined
}

/** The areas as they are kept, each once; those that are none are left out. */
export const keptAreas = (values: readonly string[]): string[] => [
  ...new Set(values.flatMap((value) => parseArea(value) ?? [])),
]

/** Where a lock lets its SIM be: areas are judged by the network that is reported, geofences by the location. Each has to hold. */
export interface PlaceLock extends AreaLock {
  /** numbers of geofences; it may be in any of them */
  readonly geofences: readonly string[]
}

export type AreaLockProblem = 'required' | 'area' | 'lockAreas' | 'lockGeofences'

/** What is wrong with the areas and geofences of a mode; undefined when nothing is. */
export function areaLockProblem({ mode, values, geofences }: PlaceLock): AreaLockProblem | undefined {
  if (values.some((value) => parseArea(value) === undefined)) return 'area'
  if (values.length > (mode === 'off' ? 0 : LOCK_AREAS_MAX)) return 'lockAreas'
  if (geofences.length > (mode === 'off' ? 0 : LOCK_GEOFENCES_MAX)) return 'lockGeofences'
  return values.length + geofences.length === 0 && mode === 'listed' ? 'required' : undefined
}

export interface OpenAreaBreach extends OpenBreach {
  /** MCC-MNC of the network that broke the lock */
  readonly network: string
}

/** A network whose code several countries share is in each of them: a SIM is not cut off for what its code leaves open. */
export const isAreaAllowed = ({ mode, values }: AreaLock, network: string): boolean =>
  mode === 'off' || values.includes(network) || countriesOfNetwork(network).some((country) => values.includes(country))

/** Whether two networks are in one country: a SIM that changes from one to the other has not gone anywhere. */
function isSameCountry(one: string, other: string): boolean {
  const [country] = countriesOfNetwork(one)
  return one === other || (country !== undefined && country === countriesOfNetwork(other)[0])
}

/** @param network MCC-MNC of the network in which the SIM was reported */
export function judgeArea(lock: AreaLock, open: OpenAreaBreach | undefined, network: string): LockVerdict {
  if (isAreaAllowed(lock, network)) return open ? 'ended' : 'none'
  return verdictOutside(open, open !== undefined && isSameCountry(open.network, network))
}

/** A country by its name; a network by its name and code, or by its code and country. */
export function areaName(area: string, language: Language): string {
  if (MOBILE_COUNTRIES.has(area)) return countryName(area, language)
  const [country] = countriesOfNetwork(area)
  const name = mobileNetworkName(area)
  if (name !== area) return `${name} (${area})`
  return country === undefined ? area : `${area} (${countryName(country, language)})`
}

/** The areas that are offered: all countries by name, then the networks that have one. */
export function offeredAreas(language: Language): string[] {
  const nameOf = (area: string) => areaName(area, language)
  const byName = (one: string, other: string) => nameOf(one).localeCompare(nameOf(other), language)
  return [...[...MOBILE_COUNTRIES].sort(byName), ...[...NAMED_NETWORKS].sort(byName)]
}

/** Where a SIM was reported, in words: the network and its country. */
export function networkInCountry(network: string, language: Language): string {
  const [country] = countriesOfNetwork(network)
  return [mobileNetworkName(network), country && countryName(country, language)].filter(Boolean).join(', ')
}
