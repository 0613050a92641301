import { expect, test } from 'vitest'
import { digitsOf } from './copy-digits.ts'

test.each([
  ['8956 0300 0418 2774 1933', '89560300041827741933'],
  ['86 435605 118842 7\n', '864356051188427'],
  ['+56 9 4417 1988', '+56944171988'],
])('%j is copied as %s', (text, digits) => {
  expect(digitsOf(text)).toBe(digits)
})

test.each(['41.286', '1 2 3', 'Camión 214', '8956 0300 0418 2774 1933 Camión', '10.41.18.207', ''])(
  '%j is copied as it is',
  (text) => {
    expect(digitsOf(text)).toBeUndefined()
  },
)
