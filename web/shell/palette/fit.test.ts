import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestFit, fitOf, fitting } from './fit.ts'

describe('a typed text', () => {
  test.each([
    ['crear alarma', 'Crear alarma', 0],
    ['CREAR ALÁRMA', 'crear alarma', 0],
    ['crear al', 'Crear alarma', 1],
    ['alar', 'Crear alarma', 2],
    ['alarma crear', 'Crear alarma', 2],
    ['bros', 'Cobros', 3],
    ['facutra', 'factura', 4],
    ['factra', 'factura', 4],
    ['facttura', 'factura', 4],
    ['faktura', 'factura', 4],
    ['hibernr', 'hibernar', 4],
    ['sims', 'Sims', 0],
  ])('%s fits %s by %i', (typed, phrase, expected) => {
    expect(fitOf(typed, phrase)).toBe(expected)
  })

  test.each([
    ['', 'Cobros'],
    ['   ', 'Cobros'],
    ['ob', 'Cobros'],
    ['cobrso', 'planes'],
    // too short to be taken for a typing error; another first letter; two errors
    ['alrm', 'alarma'],
    ['nactura', 'factura'],
    ['fakturra', 'factura'],
    // each word of the phrase is used once
    ['alarma alarma', 'crear alarma'],
  ])('%s does not fit %s', (typed, phrase) => {
    expect(fitOf(typed, phrase)).toBeUndefined()
  })
})

const phrase = fc.array(fc.stringMatching(/^[a-zñáé]{2,9}$/), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

test('the beginning of a phrase always fits, the whole one best, whatever case and accents', () => {
  fc.assert(
    fc.property(phrase, fc.nat(), (text, at) => {
      const beginning = text.slice(0, 1 + (at % text.length)).toUpperCase()
      expect(fitOf(beginning, text)).toBeLessThanOrEqual(1)
      expect(fitOf(text.normalize('NFD'), text)).toBe(0)
    }),
  )
})

test('any letter of a long word may be left out or swapped with the next one, but for the first', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{7,12}$/), fc.nat(), (word, at) => {
      const place = 1 + (at % (word.length - 2))
      expect(fitOf(word.slice(0, place) + word.slice(place + 1), word)).toBeDefined()
      const swapped = word.slice(0, place) + word[place + 1] + word[place] + word.slice(place + 2)
      expect(fitOf(swapped, word)).toBeDefined()
    }),
  )
})

test('those that fit are all that do, the best before the others', () => {
  fc.assert(
    fc.property(fc.array(phrase, { maxLength: 12 }), phrase, (phrases, typed) => {
      const found = fitting(typed, phrases, (one) => [one])
      const fits = found.map((one) => bestFit(typed, [one]) ?? Number.NaN)
      expect(fits).toEqual([...fits].sort((a, b) => a - b))
      expect(found.length).toBe(phrases.filter((one) => fitOf(typed, one) !== undefined).length)
    }),
  )
})
