import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assessHealth, type HealthStatus } from './assess-health.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)
const judge = (calls: number, failures: number, failingMinutes: number | undefined, status: HealthStatus = 1) =>
  assessHealth(
    { calls, failures, failingSince: failingMinutes === undefined ? undefined : minutesAgo(failingMinutes) },
    { status, failurePercent: 0 },
    NOW,
  ).status

test.each([
  ['no failures', 100, 0, undefined, 1, 1],
  ['ten in a hundred are not yet a warning', 100, 10, undefined, 1, 1],
  ['eleven are', 100, 11, undefined, 1, 2],
  ['ninety-four in a hundred are a warning', 100, 94, undefined, 1, 2],
  ['ninety-five are closed, although some succeed', 100, 95, undefined, 2, 0],
  ['so is a network that was closed and still fails as much', 100, 97, undefined, 0, 0],
  ['fewer failures end that', 100, 94, undefined, 0, 2],
  ['few calls that all failed, for fourteen minutes', 9, 9, 14, 2, 2],
  ['few calls that all failed, for fifteen', 9, 9, 15, 2, 0],
  ['closed stays closed while it fails', 20, 20, 51, 0, 0],
  ['closed, without a call since', 0, 0, undefined, 0, 0],
  ['a success opens it', 3, 2, undefined, 0, 2],
  ['few calls say nothing', 3, 3, 1, 1, 1],
] as const)('%s', (_, calls, failures, failingMinutes, before, after) => {
  expect(judge(calls, failures, failingMinutes, before)).toBe(after)
})

test('the percent is whole and of the window, and a network without failures never gets worse', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), fc.constantFrom<HealthStatus>(0, 1, 2), (good, bad, status) => {
      const verdict = assessHealth(
        { calls: good + bad, failures: bad, failingSince: undefined },
        { status, failurePercent: 7 },
        NOW,
      )
      expect(verdict.failurePercent).toBe(good + bad < 10 ? 7 : Math.round((bad / (good + bad)) * 100))
      if (bad === 0 && good >= 10) expect(verdict.status).toBe(1)
    }),
  )
})
