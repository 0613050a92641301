import { expect, test } from 'vitest'
import { filterOf, isUnfiltered, orderOf, sortWord, type UserSort } from './users-search.ts'

test('an address gives its filter and its order, and leaves out what it can not read', () => {
  expect(filterOf({ search: ' ana ', company: '4', state: 'invited', permit: 'plans', sort: '-created' })).toEqual({
    ...{ search: 'ana', company: 4, state: 'invited', permit: 'plans' },
    ...{ sort: 'created', descending: '1' },
  })
  expect(filterOf({ company: 'x', state: 'gone', permit: 'root', sort: 'password' })).toEqual({ sort: 'name', descending: '0' })
  expect(isUnfiltered({ sort: '-email' })).toBe(true)
  expect(isUnfiltered({ state: 'active' })).toBe(false)
})

test.each(['name', 'email', 'company', 'created'] as const)(
  'the order by %s goes into the address and back',
  (sort: UserSort) => {
    for (const descending of [false, true]) {
      expect(orderOf({ sort: sortWord({ sort, descending }) })).toEqual({ sort, descending })
    }
  },
)
