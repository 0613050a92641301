import { expect, test } from 'vitest'
import { filterOf, isUnfiltered } from './notice-search.ts'

test('an address says what is shown', () => {
  const search = { kind: 'limit', action: 'cut', icc: '8956030000000800019', from: '2026-11-01', to: '2026-11-21' }
  expect(filterOf({ ...search, alarm: '7', company: '4' })).toEqual({ ...search, alarm: 7, company: 4 })
})

test('what cannot be read does not filter', () => {
  const search = {
    alarm: '0',
    company: 'x',
    kind: 'fax',
    action: 'lost',
    icc: '12',
    from: 'today',
    to: '2026-13-45',
    other: 'x',
  }
  expect([filterOf(search), isUnfiltered(search)]).toEqual([{}, true])
})
