import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlainSearch, stringifyPlainSearch } from './address.ts'
import {
  day,
  defineSearch,
  flag,
  icc,
  id,
  isEmptySearch,
  longId,
  matching,
  oneOf,
  orderOfParam,
  searchText,
  sortOf,
  sortParam,
} from './define-search.ts'

const SORTS = ['name', 'created'] as const
const STATES = ['active', 'invited'] as const

const SEARCH = defineSearch({
  company: id,
  document: longId,
  state: oneOf(STATES),
  sort: sortOf(SORTS),
  from: day,
  icc,
  mine: flag,
  code: matching(/^[a-z.]{1,9}$/),
  search: searchText({ least: 3, most: 12 }),
})

const values = fc.record(
  {
    company: fc.integer({ min: 1, max: 999_999_999 }),
    document: fc.integer({ min: 1, max: 999_999_999_999_999 }),
    state: fc.constantFrom(...STATES),
    sort: fc.constantFrom('name' as const, '-created' as const),
    from: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10)),
    icc: fc.stringMatching(/^89\d{17}$/),
    mine: fc.constant('true' as const),
    code: fc.stringMatching(/^[a-z.]{1,9}$/),
    search: fc.string({ minLength: 3, maxLength: 12 }).filter((text) => text.trim() === text),
  },
  { requiredKeys: [] },
)

const known = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('values come back from their address as they were', () => {
  fc.assert(
    fc.property(values, (before) => {
      expect(known(SEARCH(parsePlainSearch(stringifyPlainSearch(before))))).toEqual(before)
      expect(known(SEARCH(before))).toEqual(before)
    }),
  )
})

test('values read from any address print and read as the same values', () => {
  const raw = fc.dictionary(fc.constantFrom('company', 'state', 'sort', 'from', 'icc', 'search', '__proto__'), fc.string())
  fc.assert(
    fc.property(raw, (search) => {
      const read = SEARCH(search)
      expect(SEARCH(parsePlainSearch(stringifyPlainSearch(read)))).toEqual(read)
    }),
  )
})

test('an unreadable value is ignored, and hides the raw one', () => {
  const wrong = { company: '-4', state: 'lost', sort: '-password', from: '2026-13-45', icc: '12', mine: 'no', search: 'ab' }
  const read = SEARCH({ ...wrong, other: 'x' })
  expect([isEmptySearch(read), Object.keys(read)]).toEqual([true, expect.arrayContaining(Object.keys(wrong))])
  expect({ ...wrong, ...read }.company).toBeUndefined()
})

test.each(SORTS)('the sort order %s survives the address', (sort) => {
  const usual = { sort: 'name', descending: false } as const
  for (const descending of [false, true])
    expect(orderOfParam(sortParam({ sort, descending }, usual), usual)).toEqual({ sort, descending })
  expect(sortParam(usual, usual)).toBeUndefined()
})
