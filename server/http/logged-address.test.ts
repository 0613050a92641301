import { expect, test } from 'vitest'
import { withoutTokens } from './logged-address.ts'

test.each([
  ['/api/users/restoreEmail/abc-DEF_1', '/api/users/restoreEmail/…'],
  ['/API/users/restoreemail/abc?x=1', '/API/users/restoreemail/…?x=1'],
  ['/restore-password?token=abc', '/restore-password?token=…'],
  ['/restore-password?a=1&token=abc&b=2', '/restore-password?a=1&token=…&b=2'],
  ['/sign-on/callback?code=abc&state=x', '/sign-on/callback?code=…&state=x'],
  ['/sims?status=2', '/sims?status=2'],
])('the log keeps %s as %s', (address, kept) => {
  expect(withoutTokens(address)).toBe(kept)
})
