import { expect, test } from 'vitest'
import { failureLimit, lockSeconds, slowDownMs } from './login-throttle.ts'

test.each([
  ['account', 4, 0],
  ['account', 5, 30],
  ['account', 6, 60],
  ['account', 9, 480],
  ['account', 50, 3600],
  ['address', 19, 0],
  ['address', 20, 30],
] as const)('an %s with %d failures is locked for %d s', (kind, failures, seconds) => {
  expect(lockSeconds(kind, failures)).toBe(seconds)
})

test('each failure slows the next attempt down, up to two seconds', () => {
  expect([0, 1, 4, 8, 100].map(slowDownMs)).toEqual([0, 250, 1000, 2000, 2000])
})

test.each([
  ['account', 0, 5],
  ['account', 4, 5],
  // a lock has gone by: one at a time
  ['account', 7, 8],
  ['address', 0, 20],
  ['address', 25, 26],
] as const)('of an %s that has failed %d times, attempts at once are judged up to %d', (kind, before, most) => {
  expect(failureLimit(kind, before)).toBe(most)
})
