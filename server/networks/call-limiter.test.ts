import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CallLimiter } from './call-limiter.ts'

/** Lets all ready promises run. */
const settle = () => wait(1)

test('no more than the maximum are in flight, and a release starts the next call', async () => {
  const limiter = new CallLimiter(2, undefined)
  const inside: number[] = []
  const releases: (() => void)[] = []
  for (const number of [1, 2, 3, 4]) {
    void limiter.acquire({}).then((release) => {
      inside.push(number)
      if (release) releases.push(release)
    })
  }
  await settle()
  expect(inside).toEqual([1, 2])
  releases[0]?.()
  await settle()
  expect(inside).toEqual([1, 2, 3])
})

test('urgent calls go first', async () => {
  const limiter = new CallLimiter(1, undefined)
  const first = await limiter.acquire({})
  const order: string[] = []
  const enter = (name: string, isUrgent: boolean) =>
    limiter.acquire({ isUrgent }).then((release) => {
      order.push(name)
      release?.()
    })
  const all = [enter('bulk 1', false), enter('bulk 2', false), enter('urgent', true)]
  first?.()
  await Promise.all(all)
  expect(order).toEqual(['urgent', 'bulk 1', 'bulk 2'])
})

test('an aborted call leaves the queue and takes no place', async () => {
  const limiter = new CallLimiter(1, undefined)
  const release = await limiter.acquire({})
  const controller = new AbortController()
  const aborted = limiter.acquire({ signal: controller.signal })
  const next = limiter.acquire({})
  controller.abort()
  expect(await aborted).toBeUndefined()
  release?.()
  expect(await next).toBeTypeOf('function')
  expect(await limiter.acquire({ signal: AbortSignal.abort() })).toBeUndefined()
})

test('time slots are reserved for all waiting calls together', async () => {
  const reservations: number[] = []
  const slots = {
    reserve: async (requested: number) => {
      reservations.push(requested)
      return Array.from({ length: requested }, () => ({ delayMs: 0, atS: 0 }))
    },
  }
  const limiter = new CallLimiter(100, slots)
  await Promise.all(Array.from({ length: 50 }, () => limiter.acquire({})))
  expect(reservations.length).toBeLessThanOrEqual(2)
  expect(reservations.reduce((sum, requested) => sum + requested, 0)).toBeGreaterThanOrEqual(50)
})

test('when no time slot can be reserved, waiting calls fail and later ones may succeed', async () => {
  let isBroken = true
  const limiter = new CallLimiter(5, {
    reserve: async () => {
      if (isBroken) throw new Error('the database is away')
      return [{ delayMs: 0, atS: 0 }]
    },
  })
  await expect(limiter.acquire({})).rejects.toThrow('the database is away')
  isBroken = false
  expect(await limiter.acquire({})).toBeTypeOf('function')
})
