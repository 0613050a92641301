import { countryName } from './country-names.ts'
import type { Language } from './languages.ts'

/**
 * The origins of SIMs by the specification's names (section 3), which are used on the wire, with their country (ISO
 * 3166-1).
 */
export const ORIGINS = [
  { originId: 1, name: 'Chile', iso2: 'CL' },
  { originId: 2, name: 'Peru', iso2: 'PE' },
  { originId: 3, name: 'Mexico', iso2: 'MX' },
  { originId: 4, name: 'Ecuador', iso2: 'EC' },
  { originId: 5, name: 'Argentina', iso2: 'AR' },
  { originId: 6, name: 'USA', iso2: 'US' },
  { originId: 7, name: 'Germany', iso2: 'DE' },
] as const

/**
 * The localised name of an origin: 'Peru' → 'Perú'. A name that an installation chose itself is kept.
 * @param name as on the wire
 */
export function originName(name: string, language: Language): string {
  const known = ORIGINS.find((origin) => origin.name === name)
  return known ? countryName(known.iso2, language) : name
}
