import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblems } from './password.ts'

describe('a new password', () => {
  test.each([
    ['', ['required']],
    ['Enlace2026', []],
    ['Abcdef1', ['tooShort']],
    ['Abcdefg1', []],
    [`Aa1${'x'.repeat(27)}`, []],
    [`Aa1${'x'.repeat(28)}`, ['tooLong']],
    ['ENLACE2026', ['tooSimple']],
    ['enlace2026', ['tooSimple']],
    ['EnlaceEnlace', ['tooSimple']],
    ['abc', ['tooShort', 'tooSimple']],
    ['Ñandú2026', []],
  ])('%s: %j [S5.05, S9.01]', (password, problems) => {
    expect(passwordProblems(password)).toEqual(problems)
  })

  test('is measured in characters, not in bytes or code units', () => {
    expect(passwordProblems(`Aa1${'🛰️'.repeat(2)}`)).toEqual(['tooShort'])
    expect(passwordProblems(`Aa1${'🛰'.repeat(27)}`)).toEqual([])
  })

  test('with a digit, both cases and 8 to 30 characters is always valid', () => {
    const rest = fc.string({ minLength: PASSWORD_MIN - 3, maxLength: PASSWORD_MAX - 3, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(rest, (text) => {
        expect(passwordProblems(`aB3${text}`)).toEqual([])
      }),
    )
  })
})
