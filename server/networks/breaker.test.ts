import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

function rig() {
  const clock = { ms: 0 }
  const breaker = createBreaker(() => new Date(clock.ms))
  const record = (isSuccess: boolean, times = 1): void => {
    for (let count = 0; count < times; count++) breaker.record(isSuccess)
  }
  return { breaker, clock, record }
}

test('some failures among successes do not open it', () => {
  const { breaker, record } = rig()
  for (let round = 0; round < 50; round++) {
    record(true, 6)
    record(false, 1)
  }
  expect([breaker.admits(), breaker.closedUntil()]).toEqual([true, undefined])
})

test('it opens when most calls fail, and not on a few at the start', () => {
  const { breaker, record } = rig()
  record(false, 9)
  expect(breaker.admits()).toBe(true)
  record(false, 1)
  expect(breaker.admits()).toBe(false)
  expect(breaker.closedUntil()).toEqual(new Date(1_000))
})

test('while it is open one trial goes out when it is due; each that fails makes the rest longer, up to half a minute', () => {
  const { breaker, clock, record } = rig()
  record(false, 10)
  const rests: number[] = []
  for (let trial = 0; trial < 8; trial++) {
    const until = breaker.closedUntil()?.getTime() ?? 0
    rests.push(until - clock.ms)
    clock.ms = until
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
    record(false)
  }
  expect(rests).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('the first success closes it; failures of calls that were under way change nothing', () => {
  const { breaker, clock, record } = rig()
  record(false, 10)
  record(false, 30)
  expect(breaker.closedUntil()).toEqual(new Date(1_000))
  clock.ms = 1_000
  expect(breaker.admits()).toBe(true)
  record(true)
  expect([breaker.admits(), breaker.admits(), breaker.closedUntil()]).toEqual([true, true, undefined])
  record(false, 9)
  expect(breaker.admits()).toBe(true)
})

test('a trial of which nothing is heard does not keep it open for ever', () => {
  const { breaker, clock, record } = rig()
  record(false, 10)
  clock.ms = 1_000
  expect(breaker.admits()).toBe(true)
  clock.ms = 2_000
  expect(breaker.admits()).toBe(true)
})
