import { setImmediate as turn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { cachedFor } from './cached-for.ts'

/** A clock to turn on, and a value that counts how often it was loaded. */
function stand() {
  let now = 0
  let loads = 0
  const pool = {} as Pool
  const services = { pool, clock: () => new Date(now) }
  const load = async (): Promise<number> => ++loads
  return {
    ask: (age: { maxAgeMs: number; staleWhileLoadingMs?: number }, work = load) =>
      cachedFor(services, { key: 'value', ...age }, work),
    wait: (ms: number) => {
      now += ms
    },
  }
}

test('a value is loaded once for all who ask within its age', async () => {
  const { ask, wait } = stand()
  expect(await Promise.all([ask({ maxAgeMs: 100 }), ask({ maxAgeMs: 100 })])).toEqual([1, 1])
  wait(99)
  expect(await ask({ maxAgeMs: 100 })).toBe(1)
  wait(1)
  expect(await ask({ maxAgeMs: 100 })).toBe(2)
})

test('a failure reaches its caller, and the next call tries again', async () => {
  const { ask } = stand()
  await expect(ask({ maxAgeMs: 100 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await ask({ maxAgeMs: 100 })).toBe(1)
})

test('a stale value is returned while a new one loads, until it is too old', async () => {
  const { ask, wait } = stand()
  const age = { maxAgeMs: 100, staleWhileLoadingMs: 1000 }
  expect(await ask(age)).toBe(1)
  wait(100)
  expect(await Promise.all([ask(age), ask(age)])).toEqual([1, 1])
  await turn()
  expect(await ask(age)).toBe(2)
  wait(1000)
  expect(await ask(age)).toBe(3)
})

test('a failed reload of a stale value is ignored', async () => {
  const { ask, wait } = stand()
  const age = { maxAgeMs: 100, staleWhileLoadingMs: 1000 }
  expect(await ask(age)).toBe(1)
  wait(100)
  expect(await ask(age, () => Promise.reject(new Error('no')))).toBe(1)
  await turn()
  expect(await ask(age)).toBe(2)
})
