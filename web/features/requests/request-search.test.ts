import { expect, test } from 'vitest'
import { filterOf, isUnfiltered } from './request-search.ts'

test('an address filters by what can be read in it', () => {
  const search = { company: '4', status: 'submitted', type: 'both', from: '2026-11-01', to: '2026-11-21' }
  expect(filterOf(search)).toEqual({ ...search, company: 4 })
  const wrong = { company: '-1', status: 'draft', type: 'x', from: 'ayer', to: '' }
  expect([filterOf(wrong), isUnfiltered(wrong)]).toEqual([{}, true])
})
