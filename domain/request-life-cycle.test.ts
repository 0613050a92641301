import { expect, test } from 'vitest'
import { awaitedStep } from './request-life-cycle.ts'

test.each([
  ['submitted', 'approve', 'operator'],
  ['approved', 'prepare', 'operator'],
  ['preparing', 'ship', 'operator'],
  ['shipped', 'deliver', 'customer'],
  ['delivered', 'close', 'customer'],
] as const)('one that is %s waits for %s by the %s', (state, action, side) => {
  expect(awaitedStep(state)).toEqual({ action, side })
})

test.each(['closed', 'rejected', 'cancelled'] as const)('one that is %s waits for no one', (state) => {
  expect(awaitedStep(state)).toBeUndefined()
})
