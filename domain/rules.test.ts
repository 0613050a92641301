import { expect, test } from 'vitest'
import { type RuleActions, undoEachOther } from './rules.ts'

const rule = (actions: Partial<RuleActions>, plans: readonly string[] = []) => ({
  conditions: { tags: [], groups: [], plans, statuses: [], hours: null, weekdays: [] },
  actions: { emails: [], tag: '', operation: '' as const, plan: '', message: '', ...actions },
})
const changes = (plan: string, ...of: string[]) => rule({ operation: 'plan', plan }, of)

test.each([
  ['a rule without an operation', rule({}), rule({ operation: 'hibernate' }), false],
  ['hibernate and reactivate', rule({ operation: 'hibernate' }), rule({ operation: 'reactivate' }), true],
  ['two that hibernate', rule({ operation: 'hibernate' }), rule({ operation: 'hibernate' }), false],
  ['cut and restore', rule({ operation: 'cutData' }), rule({ operation: 'restoreData' }), true],
  ['cut and reactivate', rule({ operation: 'cutData' }), rule({ operation: 'reactivate' }), false],
  ['cut and restore of other plans', rule({ operation: 'cutData' }, ['A']), rule({ operation: 'restoreData' }, ['B']), false],
  [
    'cut and restore of a common plan',
    rule({ operation: 'cutData' }, ['A', 'B']),
    rule({ operation: 'restoreData' }, ['B']),
    true,
  ],
  ['two restarts', rule({ operation: 'restart' }), rule({ operation: 'restart' }), false],
  ['two plans for any SIM', changes('A'), changes('B'), true],
  ['the same plan', changes('A'), changes('A'), false],
  ['there and back', changes('A', 'B'), changes('B', 'A'), true],
  ['a ladder of plans', changes('M', 'S'), changes('L', 'M'), false],
  ['one for any SIM, which takes back the other', changes('A'), changes('B', 'A'), true],
  ['one for any SIM, but never after the other', changes('A'), changes('B', 'C'), false],
])('%s', (_, one, other, isUndone) => {
  expect(undoEachOther(one, other)).toBe(isUndone)
  expect(undoEachOther(other, one)).toBe(isUndone)
})
