import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each(['a@b.co', 'ana.maria+sims@andes.com.ar', 'ñandú@correo.cl'])('%s is an address [S5.02]', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'ana',
  'ana@',
  '@andes.cl',
  'ana@andes',
  'ana@.cl',
  'ana@andes..cl',
  'ana maria@andes.cl',
  'a@b@c.cl',
  `${'x'.repeat(250)}@b.cl`,
])('%.30s is none [S5.02]', (text) => {
  expect(isEmail(text)).toBe(false)
})
