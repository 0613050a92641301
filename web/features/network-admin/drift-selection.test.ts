import { expect, test } from 'vitest'
import { waysOfSelection } from './drift-selection.ts'

const rows = [
  { icc: '1', problem: '' },
  { icc: '2', problem: 'not_possible' },
  { icc: '3', problem: 'other_profile' },
  { icc: '4', problem: 'other_device' },
]
const some = (...iccs: string[]) => ({ kind: 'some', iccs: new Set(iccs) }) as const
const counts = { state: 2, profile: 1, device: 1 }
const listed = { rows, counts, kind: undefined }

test('the network’s is offered where every selected difference is one of the state', () => {
  expect(waysOfSelection(some('1', '2'), listed)).toEqual(['network', 'ours'])
  expect(waysOfSelection(some('1', '3'), listed)).toEqual(['ours'])
  expect(waysOfSelection(some('4'), listed)).toEqual(['ours'])
})

test('of all, by the kinds that there are', () => {
  const all = { kind: 'all' } as const
  expect(waysOfSelection(all, listed)).toEqual(['ours'])
  expect(waysOfSelection(all, { ...listed, kind: 'state' })).toEqual(['network', 'ours'])
  expect(waysOfSelection(all, { ...listed, kind: 'device' })).toEqual(['ours'])
  expect(waysOfSelection(all, { ...listed, counts: { state: 2, profile: 0, device: 0 } })).toEqual(['network', 'ours'])
})
