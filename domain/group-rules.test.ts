import { expect, test } from 'vitest'
import { comesAndGoes, type GroupRule, isChangedByCut, setFilters } from './group-rules.ts'

test.each<[GroupRule & { readonly planUse?: string }, boolean, boolean]>([
  [{}, false, false],
  [{ search: 'camión' }, false, false],
  [{ search: '895603' }, false, false],
  [{ search: '10.20.0.7' }, true, false],
  [{ gprsStatuses: [] }, false, false],
  [{ gprsStatuses: [1] }, true, false],
  [{ silentFor: '' }, false, false],
  [{ silentFor: '24h' }, true, false],
  // once a cycle
  [{ planUse: 'over100' }, false, false],
  [{ administrativeStatusIds: [2] }, false, true],
  [{ administrativeStatusIds: [10] }, false, true],
  [{ administrativeStatusIds: [2, 10] }, false, false],
  [{ administrativeStatusIds: [11] }, false, false],
])('of the rule %j SIMs come and go: %j, a cut changes who is in it: %j', (rule, goes, changes) => {
  expect([comesAndGoes(rule), isChangedByCut(rule)]).toEqual([goes, changes])
})

test('what does not filter is no part of a rule', () => {
  expect(setFilters({ search: '', tags: [], planCodes: ['A'], silentFor: undefined })).toEqual({ planCodes: ['A'] })
})
