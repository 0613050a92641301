import { expect, test } from 'vitest'
import { safeReturnPath } from './address.ts'

test('login redirects only to addresses of this origin', () => {
  expect(safeReturnPath('/sims?status=2')).toBe('/sims?status=2')
  for (const elsewhere of [
    undefined,
    '',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/login?to=/login',
  ]) {
    expect(safeReturnPath(elsewhere), String(elsewhere)).toBe('/')
  }
})
