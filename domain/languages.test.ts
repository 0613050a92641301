import { expect, test } from 'vitest'
import { languageFor } from './languages.ts'

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['*', 'es'],
  ['de', 'es'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['es-CL,es;q=0.9,en;q=0.8', 'es'],
  ['de,en;q=0.5,es;q=0.3', 'en'],
  ['en;q=0, es;q=0.1', 'es'],
  ['en;q=nonsense', 'en'],
])('Accept-Language %s is answered in %s [S9.13]', (header, language) => {
  expect(languageFor(header)).toBe(language)
})
