import { expect, test } from 'vitest'
import { isCurrency, isTimeZone } from './companies.ts'
import { COUNTRY_TERMS } from './country-terms.ts'

test('the terms of every country can be kept', () => {
  const wrong = [...COUNTRY_TERMS].filter(([, { currency, timeZone }]) => !isCurrency(currency) || !isTimeZone(timeZone))
  expect(wrong).toEqual([])
})

test.each([
  ['CL', 'CLP', 'America/Santiago'],
  ['MX', 'MXN', 'America/Mexico_City'],
  ['BR', 'BRL', 'America/Sao_Paulo'],
  ['EC', 'USD', 'America/Guayaquil'],
])('%s is billed in %s', (country, currency, timeZone) => {
  expect(COUNTRY_TERMS.get(country)).toEqual({ currency, timeZone })
})
