import { describe, expect, test } from 'vitest'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import type { Language } from '#domain/languages.ts'
import { simMapEn } from './map.en.ts'
import { simMapEs } from './map.es.ts'
import { placeText } from './place-words.ts'

/** Sentences with parameters, as i18next returns them. */
function words(language: Language) {
  const all = { simMap: language === 'es' ? simMapEs : simMapEn }
  const find = (key: string): unknown =>
    key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], all)
  return ((key: string, values: Record<string, string> = {}) =>
    String(find(key)).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')) as never
}

const town = (name: string, region: string, country: string, [longitude, latitude]: Position): TownAround => ({
  ...{ name: { es: name, en: name }, region: { es: region, en: region } },
  ...{ country, longitude, latitude },
})
const AYACUCHO = town('Ayacucho', 'Ayacucho', 'PE', [-74.22, -13.16])
const CITY: TownAround = {
  ...town('', '', 'MX', [-99.13, 19.43]),
  name: { es: 'Ciudad de México', en: 'Mexico City' },
  region: { es: 'Ciudad de México', en: 'Mexico City' },
}
const HANGA_ROA = town('Hanga Roa', 'Valparaíso', 'CL', [-109.43, -27.15])
const SAN_PEDRO = town('San Pedro', 'Cusco', 'PE', [-71.34, -14.18])

describe.each<[string, Position, TownAround, string, string]>([
  ['24 km away', [-74.37, -13.32], AYACUCHO, 'A 24 km al suroeste de Ayacucho, Perú', '24 km southwest of Ayacucho, Peru'],
  ['8 km away', [-74.22, -13.09], AYACUCHO, 'A 8 km al norte de Ayacucho, Perú', '8 km north of Ayacucho, Peru'],
  ['in a city', [-99.131, 19.431], CITY, 'En Ciudad de México, México', 'In Mexico City, Mexico'],
  ['of two names', [-71.341, -14.18], SAN_PEDRO, 'En San Pedro, Cusco, Perú', 'In San Pedro, Cusco, Peru'],
  [
    'at sea',
    [-115, -30],
    HANGA_ROA,
    'A 629 km al suroeste de Hanga Roa, Valparaíso, Chile',
    '629 km southwest of Hanga Roa, Valparaíso, Chile',
  ],
])('%s', (_, at, nearest, es, en) => {
  test('in Spanish', () => expect(placeText(words('es'), 'es', at, nearest)).toBe(es))
  test('in English', () => expect(placeText(words('en'), 'en', at, nearest)).toBe(en))
})
