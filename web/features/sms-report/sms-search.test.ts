import { expect, test } from 'vitest'
import { filterOf, isUnfiltered } from './sms-search.ts'

test('an address says what is shown', () => {
  const search = {
    result: 'failed',
    platform: 'device',
    icc: '8956030000000800019',
    from: '2026-11-01',
    to: '2026-11-21',
    mine: 'true',
  }
  expect(filterOf(search)).toEqual(search)
})

test('what cannot be read does not filter', () => {
  const search = { result: 'lost', platform: 'fax', icc: '12', from: 'yesterday', to: '2026-13-45', mine: 'no', other: 'x' }
  expect([filterOf(search), isUnfiltered(search)]).toEqual([{}, true])
})
