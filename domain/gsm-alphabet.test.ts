import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gsmSeptets, gsmSize, gsmText } from './gsm-alphabet.ts'

test('letters have the codes of the standard', () => {
  expect([...(gsmSeptets('@£$ñÑ¿¡üàÉ§') ?? [])]).toEqual([0, 1, 2, 0x7d, 0x5d, 0x60, 0x40, 0x7e, 0x7f, 0x1f, 0x5f])
  expect([...(gsmSeptets('€{\n') ?? [])]).toEqual([0x1b, 0x65, 0x1b, 0x28, 0x0a])
})

test('accents of Spanish that the alphabet lacks are not replaced', () => {
  for (const char of 'áíóúÁÍÓÚ') expect([gsmSeptets(char), gsmSize(char)]).toEqual([undefined, undefined])
})

test('any text of the alphabet survives a round trip', () => {
  const all = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).filter((char) => gsmSize(char))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all, '€', 'Δ', 'Ω')), (chars) => {
      const text = chars.join('')
      expect(gsmText(gsmSeptets(text) ?? new Uint8Array())).toBe(text)
    }),
  )
})

test('an unknown extension decodes as the character of the default table, a trailing escape as a blank', () => {
  expect(gsmText(Uint8Array.of(0x1b, 0x41, 0x41, 0x1b))).toBe('AA ')
})
