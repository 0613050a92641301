import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeUserCode, readUserCode, USER_CODE_LETTERS } from './device-logins.ts'

const code = fc
  .array(fc.nat(USER_CODE_LETTERS.length - 1), { minLength: 8, maxLength: 8 })
  .map((places) => makeUserCode(() => places.shift() ?? 0))

test('a code is read back however it is typed', () => {
  fc.assert(
    fc.property(code, fc.constantFrom('', '-', ' ', ' - '), (made, between) => {
      expect(made).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
      const [first = '', second = ''] = made.split('-')
      expect(readUserCode(` ${first.toLowerCase()}${between}${second}`)).toBe(made)
    }),
  )
})

test.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'BCDF-GHJA', 'BCDF-GHJ1', 'ÑCDF-GHJK'])('%j is no code', (typed) => {
  expect(readUserCode(typed)).toBeUndefined()
})
