import { expect, test } from 'vitest'
import { activeFirst } from './people-order.ts'

test('people are listed by presence: active ones by when they were seen last, then invited and deactivated ones', () => {
  const people = [
    { state: 'deactivated', lastSeenAt: '2026-11-24T10:00:00Z' },
    { state: 'active', lastSeenAt: null },
    { state: 'invited', lastSeenAt: null },
    { state: 'active', lastSeenAt: '2026-11-20T10:00:00Z' },
    { state: 'active', lastSeenAt: '2026-11-22T10:00:00Z' },
  ]
  expect(people.toSorted(activeFirst)).toEqual([people[4], people[3], people[1], people[2], people[0]])
})
