import { expect, test } from 'vitest'
import { documentLanguage } from './invoices.ts'

test.each([
  ['CL', 'es'],
  ['MX', 'es'],
  ['DE', 'en'],
  ['US', 'en'],
  [null, 'es'],
])('documents for %s are in %s', (country, language) => {
  expect(documentLanguage(country)).toBe(language)
})
