import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('only changed values are listed, with their path', () => {
  const before = { limitMb: 5120, emails: ['a@x.test'], terms: { price: 990, unit: 1 }, note: '' }
  const after = { limitMb: 7, emails: ['a@x.test', 'b@x.test'], terms: { price: 990, unit: 2 }, note: null, isActive: false }
  expect(differencesOf(before, after)).toEqual([
    { path: 'limitMb', before: '5120', after: '7' },
    { path: 'emails', before: 'a@x.test', after: 'a@x.test, b@x.test' },
    { path: 'terms.unit', before: '1', after: '2' },
    { path: 'isActive', before: null, after: 'false' },
  ])
})

test('a created value has no before, a deleted one no after, a plain value no path', () => {
  expect(differencesOf(undefined, { name: 'Andes' })).toEqual([{ path: 'name', before: null, after: 'Andes' }])
  expect(differencesOf({ rules: [{ networkId: 'a' }] }, null)).toEqual([
    { path: 'rules.0.networkId', before: 'a', after: null },
  ])
  expect(differencesOf([2, 1], [1, 2])).toEqual([{ path: '', before: '2, 1', after: '1, 2' }])
  expect(differencesOf(null, undefined)).toEqual([])
})
