import { describe, expect, test } from 'vitest'
import { isEditable, notEditableReason, visibleTabs } from './editability.ts'

const APNS = Array.from({ length: 21 }, (_, apnId) => apnId)
const editableApns = (simTypeId: number) => APNS.filter((apnId) => isEditable(simTypeId, apnId))

describe('a SIM is editable', () => {
  test('of type 5 only with APN 15 [S4.10]', () => expect(editableApns(5)).toEqual([15]))
  test('of type 1 only with APN 14 or 17 [S4.11]', () => expect(editableApns(1)).toEqual([14, 17]))
  test.each([2, 3, 4, 6])('of type %d always [S4.12]', (simTypeId) => expect(editableApns(simTypeId)).toEqual(APNS))
})

test('the reason why a SIM is not editable depends on its type', () => {
  expect([notEditableReason(1, 1), notEditableReason(5, 1), notEditableReason(1, 14), notEditableReason(2, 1)]).toEqual([
    'legacy',
    'vodafone',
    undefined,
    undefined,
  ])
})

const BASE = ['identification', 'device', 'connection']
describe('the tabs of a SIM', () => {
  test.each([
    [2, 1, [...BASE, 'consumption', 'location']],
    [4, 1, [...BASE, 'consumption']],
    [5, 1, BASE],
    [5, 15, [...BASE, 'consumption', 'location']],
    [1, 14, [...BASE, 'consumption', 'location']],
    [1, 15, BASE],
  ])('of type %d with APN %d are %j [S2.44, S2.45]', (simTypeId, apnId, tabs) => {
    expect(visibleTabs(simTypeId, apnId)).toEqual(tabs)
  })
})
