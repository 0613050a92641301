import { expect, test } from 'vitest'
import { domainOf, isIssuer, isMailDomain } from './sign-on.ts'

test('a domain is that of the address, in lower case', () => {
  expect([domainOf(' Ana@Andes.CL '), domainOf('ana@andes'), domainOf('andes.cl')]).toEqual(['andes.cl', undefined, undefined])
})

test.each([
  ['andes.cl', true],
  ['correo.ñandú.cl', true],
  ['andes', false],
  ['andes..cl', false],
  ['-andes.cl', false],
  ['ana@andes.cl', false],
  ['andes.cl/x', false],
])('%s as a domain: %s', (text, expected) => {
  expect(isMailDomain(text)).toBe(expected)
})

test.each([
  ['https://login.andes.cl/realms/m2m', true],
  ['http://127.0.0.1:4040', true],
  ['http://login.andes.cl', false],
  ['https://user:pw@login.andes.cl', false],
  ['https://login.andes.cl/?a=b', false],
  ['ftp://login.andes.cl', false],
  ['andes.cl', false],
])('%s as an issuer: %s', (text, expected) => {
  expect(isIssuer(text)).toBe(expected)
})
