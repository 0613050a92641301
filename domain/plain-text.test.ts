import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, slug, withinSentence } from './plain-text.ts'

test.each([
  ['Soracom Chile', 'soracom-chile'],
  ['Ordenar y elegir columnas', 'ordenar-y-elegir-columnas'],
  ['¿Por qué “calla” una SIM?', 'por-que-calla-una-sim'],
  // the mark of a Spanish ordinal is no letter of an address
  ['  Ñandú — 2.ª red  ', 'nandu-2-red'],
  ['—', ''],
  ['x'.repeat(60), 'x'.repeat(40)],
])('%j is %j in an address', (text, expected) => {
  expect(slug(text)).toBe(expected)
})

test.each([
  ['Empresa', 'empresa'],
  ['E-mail', 'e-mail'],
  ['SIMs', 'SIMs'],
  ['Última señal', 'última señal'],
])('%j is %j within a sentence', (label, expected) => {
  expect(withinSentence(label)).toBe(expected)
})

test('a slug has letters, digits and single hyphens between them, and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const made = slug(text)
      expect(made).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(made.length).toBeLessThanOrEqual(40)
      expect(slug(made)).toBe(made)
    }),
  )
})

test('plain text has neither case nor accents', () => {
  expect(plainText(' Administración ')).toBe('administracion')
})
