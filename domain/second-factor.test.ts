import { expect, test } from 'vitest'
import { shownRecoveryCode, typedCode } from './second-factor.ts'

test.each([
  ['123 456', { kind: 'app', code: '123456' }],
  ['k7qrm-2xwep', { kind: 'recovery', code: 'K7QRM2XWEP' }],
  [' K7QRM 2XWEP ', { kind: 'recovery', code: 'K7QRM2XWEP' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['K7QRM-2XWE0', undefined],
  ['', undefined],
])('"%s" is taken as a code however it is spaced, or not at all', (text, code) => {
  expect(typedCode(text)).toEqual(code)
})

test('a formatted recovery code parses back', () => {
  expect(typedCode(shownRecoveryCode('K7QRM2XWEP'))).toEqual({ kind: 'recovery', code: 'K7QRM2XWEP' })
})
