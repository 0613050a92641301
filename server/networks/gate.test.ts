import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

/** Lets everything run that is ready to. */
const settle = () => wait(1)

test('no more are under way than the network takes, and whoever leaves lets the next one in', async () => {
  const gate = createGate(2, undefined)
  const inside: number[] = []
  const leaves: (() => void)[] = []
  for (const number of [1, 2, 3, 4]) {
    void gate.enter({}).then((leave) => {
      inside.push(number)
      if (leave) leaves.push(leave)
    })
  }
  await settle()
  expect(inside).toEqual([1, 2])
  leaves[0]?.()
  await settle()
  expect(inside).toEqual([1, 2, 3])
})

test('those for whom a person waits go first', async () => {
  const gate = createGate(1, undefined)
  const first = await gate.enter({})
  const order: string[] = []
  const enter = (name: string, isUrgent: boolean) =>
    gate.enter({ isUrgent }).then((leave) => {
      order.push(name)
      leave?.()
    })
  const all = [enter('bulk 1', false), enter('bulk 2', false), enter('urgent', true)]
  first?.()
  await Promise.all(all)
  expect(order).toEqual(['urgent', 'bulk 1', 'bulk 2'])
})

test('who gives up while waiting is let go, and takes no place', async () => {
  const gate = createGate(1, undefined)
  const leave = await gate.enter({})
  const controller = new AbortController()
  const givenUp = gate.enter({ signal: controller.signal })
  const next = gate.enter({})
  controller.abort()
  expect(await givenUp).toBeUndefined()
  leave?.()
  expect(await next).toBeTypeOf('function')
  expect(await gate.enter({ signal: AbortSignal.abort() })).toBeUndefined()
})

test('moments are reserved for all who wait at once, not one by one', async () => {
  const asked: number[] = []
  const slots = {
    reserve: async (wanted: number) => {
      asked.push(wanted)
      return Array.from({ length: wanted }, () => ({ delayMs: 0, atS: 0 }))
    },
  }
  const gate = createGate(100, slots)
  await Promise.all(Array.from({ length: 50 }, () => gate.enter({})))
  expect(asked.length).toBeLessThanOrEqual(2)
  expect(asked.reduce((sum, wanted) => sum + wanted, 0)).toBeGreaterThanOrEqual(50)
})

test('when no moment can be had, those who wait are told, and later ones may succeed', async () => {
  let isBroken = true
  const gate = createGate(5, {
    reserve: async () => {
      if (isBroken) throw new Error('the database is away')
      return [{ delayMs: 0, atS: 0 }]
    },
  })
  await expect(gate.enter({})).rejects.toThrow('the database is away')
  isBroken = false
  expect(await gate.enter({})).toBeTypeOf('function')
})
