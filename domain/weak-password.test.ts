import { expect, test } from 'vitest'
import { type CommonPasswords, passwordWeakness } from './weak-password.ts'

const common: CommonPasswords = {
  all: new Set(['password', 'password1', 'trustno1', 'qwerty123456', '12345', 'contrasena1']),
  top: new Set(['password', 'michael']),
}
const context = ['ana.rojas@andes.test', 'Ana', 'Rojas', 'Transportes Ándes Sur SpA']

test.each([
  ['Password1', 'commonPassword'],
  ['TrustNo1', 'commonPassword'],
  ['P4ssw0rd', 'commonPassword'],
  ['Contraseña1', 'commonPassword'],
  ['Michael1987', 'commonPassword'],
  ['Michael19871', undefined],
  ['Enlace2026', 'ownPassword'],
  ['3nl4ce26', 'ownPassword'],
  ['AndesRojas26', 'ownPassword'],
  ['Transportes12345', 'ownPassword'],
  ['Transportes62715', undefined],
  ['AnaAndes2026', 'ownPassword'],
  ['Enlace.2026!', 'ownPassword'],
  ['Tranvia9Azul', undefined],
  ['Enlace de 9 tranvias', undefined],
])('%s: %s', (password, weakness) => {
  expect(passwordWeakness(password, context, common)).toBe(weakness)
})
