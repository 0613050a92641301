import { expect, test } from 'vitest'
import { type Origin, operatorStatus } from './operators.queries.ts'

const SINCE = new Date('2026-11-30T03:00:00Z')
const origin = (originId: number, status: number): Origin => ({
  ...{
    originId,
    operatorName: `Operator ${originId}`,
    status,
    failurePercent: 0,
    since: SINCE,
    statusText: '',
    checkedAt: null,
  },
})

test('operators that fail come first, those of the same status in their own order', () => {
  const listed = operatorStatus([], [origin(1, 1), origin(2, 2), origin(3, 0), origin(4, 1), origin(5, 2), origin(6, 0)])
  expect(listed.map(({ originId, statusStatus }) => [originId, statusStatus])).toEqual([
    [3, 0],
    [6, 0],
    [2, 2],
    [5, 2],
    [1, 1],
    [4, 1],
  ])
})
