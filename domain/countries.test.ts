import mobileNetworks from 'mcc-mnc-list'
import { expect, test } from 'vitest'
import { countriesOfNetwork, MOBILE_COUNTRIES } from './countries.ts'
import { countryName } from './country-names.ts'

/** Networks of a neighbour's operators, or in areas that the list shows apart, which the code itself does not stand for. */
const NOT_BY_CODE = new Set(['255 MD', '255 RU', '270 BE', '289 GE-AB'])

const listed = new Map<string, Set<string>>()
for (const { type, mcc, countryCode } of mobileNetworks.all()) {
  if (type !== 'National' || !mcc || !countryCode) continue
  const countries = listed.get(mcc) ?? new Set()
  for (const country of countryCode.split('/')) if (!NOT_BY_CODE.has(`${mcc} ${country}`)) countries.add(country)
  listed.set(mcc, countries)
}

test('each network of an independent list is in one of the countries of its code', () => {
  const missing = [...listed].flatMap(([mcc, countries]) =>
    [...countries]
      .filter((country) => !countriesOfNetwork(`${mcc}-01`).includes(country))
      .map((country) => `${mcc} ${country}`),
  )
  expect(missing).toEqual([])
})

test('no code stands for a country that the list does not have there', () => {
  const surplus = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0')).flatMap((mcc) =>
    countriesOfNetwork(`${mcc}-01`)
      .filter((country) => listed.has(mcc) && !listed.get(mcc)?.has(country))
      .map((country) => `${mcc} ${country}`),
  )
  expect(surplus).toEqual([])
})

test('test, international and private networks are in no country', () => {
  for (const network of ['001-01', '901-70', '902-01', '999-99', '']) expect(countriesOfNetwork(network)).toEqual([])
})

test('each country has a name in both languages', () => {
  expect([countryName('CL', 'es'), countryName('US', 'en'), countryName('XK', 'es')]).toEqual([
    'Chile',
    'United States',
    'Kosovo',
  ])
  for (const country of MOBILE_COUNTRIES) {
    expect(country).toMatch(/^[A-Z]{2}$/)
    for (const language of ['es', 'en'] as const) expect(countryName(country, language)).not.toBe(country)
  }
})
