import { expect, test } from 'vitest'
import { firedDaysOf } from './fired-days.ts'

test('the days are read with their sum; without them there are none', () => {
  expect(firedDaysOf('0,12,3')).toEqual({ days: [0, 12, 3], count: 15 })
  expect(firedDaysOf(undefined)).toEqual({ days: [], count: 0 })
})
