import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countsAfterMove,
  ITEM_STATES,
  type ItemCounts,
  isCoolingOff,
  itemTotal,
  mayMove,
  NO_ITEMS,
  openActions,
  openLines,
  operationOutcome,
  progressPercent,
} from './operations.ts'

const counts = (some: Partial<ItemCounts>): ItemCounts => ({ ...NO_ITEMS, ...some })

describe('counts', () => {
  test('keep their total through every transition', () => {
    const moves = fc.array(
      fc.tuple(fc.constantFrom(...ITEM_STATES), fc.constantFrom(...ITEM_STATES), fc.integer({ min: 0, max: 50 })),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), moves, (lines, list) => {
        let now = counts({ pending: lines })
        for (const [from, to, some] of list) now = countsAfterMove(now, from, to, some) ?? now
        expect(itemTotal(now)).toBe(lines)
        expect(Math.min(...Object.values(now))).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('percent is 100 only when no line is open', () => {
    expect(
      [counts({ succeeded: 999, running: 1 }), counts({ succeeded: 3, failed: 1 }), NO_ITEMS].map(progressPercent),
    ).toEqual([99, 100, 100])
  })

  test.each([
    [{ succeeded: 3 }, 'all'],
    [{ succeeded: 3, skipped: 1 }, 'some'],
    [{ failed: 3 }, 'none'],
    [{ succeeded: 3, pending: 1 }, undefined],
  ] as const)('%j end as %s', (some, outcome) => expect(operationOutcome(counts(some))).toBe(outcome))
})

test('a final line changes only by a retry', () => {
  const moves = ITEM_STATES.flatMap((from) => ITEM_STATES.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`))
  expect(moves.filter((move) => /^(succeeded|failed|skipped|cancelled)/.test(move))).toEqual(['failed pending'])
  expect(openLines(counts({ pending: 2, running: 3 }))).toBe(5)
})

test.each([
  ['hibernate', 'draft', {}, ['confirm', 'discard']],
  ['hibernate', 'running', { pending: 5 }, ['pause', 'cancel']],
  ['hibernate', 'running', { running: 5 }, []],
  ['hibernate', 'running', { running: 5, failed: 1 }, ['retry']],
  ['hibernate', 'paused', { pending: 5 }, ['resume', 'cancel']],
  ['hibernate', 'scheduled', { pending: 5 }, ['cancel']],
  ['terminate', 'running', { pending: 5 }, ['pause', 'withdraw']],
  ['hibernate', 'finished', { succeeded: 5 }, []],
  ['hibernate', 'finished', { succeeded: 5, failed: 2 }, ['retry']],
] as const)('%s, %s with %j can be %j', (kind, state, some, actions) => {
  expect(openActions(kind, state, counts(some))).toEqual(actions)
})

test.each([
  ['terminate', { pending: 5, skipped: 2 }, true],
  ['terminate', { pending: 5, running: 1 }, false],
  ['terminate', { succeeded: 5 }, false],
  ['hibernate', { pending: 5 }, false],
] as const)('%s with %j only waits for its time to withdraw: %s', (kind, some, isWaiting) => {
  expect(isCoolingOff(kind, counts(some))).toBe(isWaiting)
})
