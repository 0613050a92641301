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

test('a few failures among successes do not open it', () => {
  const { breaker, record } = rig()
  for (let round = 0; round < 50; round++) {
    record(true, 6)
    record(false, 1)
  }
  expect([breaker.allowsCall(), breaker.openUntil()]).toEqual([true, undefined])
})

test('it opens when most calls fail, but not on a few initial ones', () => {
  const { breaker, record } = rig()
  record(false, 9)
  expect(breaker.allowsCall()).toBe(true)
  record(false, 1)
  expect(breaker.allowsCall()).toBe(false)
  expect(breaker.openUntil()).toEqual(new Date(1_000))
})

test('while open it allows one trial when due; each failed trial doubles the open time, up to 30 seconds', () => {
  const { breaker, clock, record } = rig()
  record(false, 10)
  const rests: number[] = []
  for (let trial = 0; trial < 8; trial++) {
    const until = breaker.openUntil()?.getTime() ?? 0
    rests.push(until - clock.ms)
    clock.ms = until
    expect([breaker.allowsCall(), breaker.allowsCall()]).toEqual([true, false])
    record(false)
  }
  expect(rests).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('the first success closes it; failures of calls in flight change nothing', () => {
  const { breaker, clock, record } = rig()
  record(false, 10)
  record(false, 30)
  expect(breaker.openUntil()).toEqual(new Date(1_000))
  clock.ms = 1_000
  expect(breaker.allowsCall()).toBe(true)
  record(true)
  expect([breaker.allowsCall(), breaker.allowsCall(), breaker.openUntil()]).toEqual([true, true, undefined])
  record(false, 9)
  expect(breaker.allowsCall()).toBe(true)
})

test('a trial without a result does not keep it open for ever', () => {
  const { breaker, clock, record } = rig()
  record(false, 10)
  clock.ms = 1_000
  expect(breaker.allowsCall()).toBe(true)
  clock.ms = 2_000
  expect(breaker.allowsCall()).toBe(true)
})
