import { expect, test } from 'vitest'
import { nextHoldStep, type OpenHold } from './next-hold-step.ts'

const hold = (given: Partial<OpenHold>): OpenHold => ({
  action: 'due',
  ageMs: 0,
  status: 2,
  previousStatus: 1,
  order: null,
  shouldCut: true,
  isHeld: false,
  isRestored: false,
  ...given,
})

const CASES: readonly (readonly [string, Partial<OpenHold>, object])[] = [
  ['an active SIM is cut', {}, { action: 'ordered', order: 'cutData' }],
  ['a cut that is asked for already is waited for', { order: 'cutData' }, { action: 'ordered' }],
  ['another order for the SIM goes first', { order: 'push' }, { action: 'due' }],
  ['an alarm that is off by now cuts nothing', { shouldCut: false }, { action: 'skipped' }],
  ['a SIM that another alarm has cut is held by both', { status: 10, isHeld: true }, { action: 'cut' }],
  ['one that another lock is about to restore is held', { status: 10, isRestored: true }, { action: 'cut' }],
  ['what a person has cut is not held: nothing but a person restores it', { status: 10 }, { action: 'skipped' }],
  ['one that is being restored is cut when it is back', { status: 10, order: 'restoreData' }, { action: 'due' }],
  ['a hibernated SIM is left alone', { status: 11 }, { action: 'skipped' }],
  ['a SIM that is gone is left alone', { status: null }, { action: 'skipped' }],
  ['the order has done it', { action: 'ordered', status: 10 }, { action: 'cut' }],
  ['the order is under way', { action: 'ordered', order: 'cutData' }, { action: 'ordered' }],
  ['the order has come to nothing', { action: 'ordered' }, { action: 'failed' }],
  ['somebody hibernated the SIM meanwhile', { action: 'ordered', status: 11 }, { action: 'skipped' }],
  ['a cut is taken back', { action: 'restoring', status: 10 }, { action: 'restoring', order: 'restoreData' }],
  [
    'a cut that was only asked for is undone',
    { action: 'restoring', order: 'cutData' },
    { action: 'restoring', order: 'push' },
  ],
  [
    'a cut that was only asked for stands when another hold asks for it as well',
    { action: 'restoring', order: 'cutData', isHeld: true },
    { action: 'restoring', waits: true },
  ],
  ['data is back', { action: 'restoring', status: 2 }, { action: 'restored' }],
  ['nothing is asked twice', { action: 'restoring', status: 10, order: 'restoreData' }, { action: 'restoring' }],
  ['another alarm holds the SIM', { action: 'restoring', status: 10, isHeld: true }, { action: 'restoring', waits: true }],
  [
    'a blocked SIM that was cut is cut again when it is unblocked',
    { action: 'restoring', status: 4, previousStatus: 10 },
    { action: 'restoring', waits: true },
  ],
  ['a terminated SIM needs nothing', { action: 'restoring', status: 6 }, { action: 'skipped' }],
]

test.each(CASES)('%s', (_, given, step) => {
  const { checkAfterMs, ...rest } = nextHoldStep(hold(given))
  expect(rest).toEqual(step)
  expect(checkAfterMs === undefined).toBe(!['due', 'ordered', 'restoring'].includes(rest.action))
})

test('a network that refuses to give data back is asked more and more seldom', () => {
  const after = [0, 10_000, 600_000, 86_400_000].map(
    (ageMs) => nextHoldStep(hold({ action: 'restoring', status: 10, ageMs })).checkAfterMs,
  )
  expect(after).toEqual([500, 10_000, 600_000, 900_000])
})
