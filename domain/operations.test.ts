import { describe, expect, test } from 'vitest'
import { type ItemCounts, isCoolingOff, maySteer, openActions, operationOutcome, progressPercent } from './operations.ts'

const NO_ITEMS: ItemCounts = { pending: 0, running: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 }
const counts = (some: Partial<ItemCounts>): ItemCounts => ({ ...NO_ITEMS, ...some })

describe('counts', () => {
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
  ['resume', 'hibernate', false],
  ['retry', 'plan', false],
  ['retry', 'restoreData', false],
  ['cancel', 'hibernate', true],
  ['retry', 'activate', true],
] as const)('to %s %s without any right beyond SIMs: %s', (action, kind, may) => {
  expect(maySteer(action, kind, { canHibernate: false, permits: ['sims'] })).toBe(may)
})

test.each([
  ['terminate', { pending: 5, skipped: 2 }, true],
  ['terminate', { pending: 5, running: 1 }, false],
  ['terminate', { succeeded: 5 }, false],
  ['hibernate', { pending: 5 }, false],
] as const)('%s with %j only waits for its time to withdraw: %s', (kind, some, isWaiting) => {
  expect(isCoolingOff(kind, counts(some))).toBe(isWaiting)
})
