import { expect, test } from 'vitest'
import { choosePath, type PageEstimate } from './page-path.ts'

const million: PageEstimate = {
  matching: 1_000_000,
  ofKind: 1_000_000,
  inScope: 1_000_000,
  inFleet: 1_000_000,
  companies: 'all',
}

test('a list of everything is walked', () => {
  expect(choosePath(million, 100, false)).toBe('walk')
})

test('what is rare in the fleet is gathered, what is common is walked to', () => {
  expect(choosePath({ ...million, matching: 300, ofKind: 300 }, 100, false)).toBe('gather')
  expect(choosePath({ ...million, matching: 200_000, ofKind: 200_000 }, 100, false)).toBe('walk')
})

test('a filter that matches nothing is not walked through the whole fleet', () => {
  expect(choosePath({ ...million, matching: 0, ofKind: 0 }, 100, false)).toBe('gather')
})

test('one company is read in its own order, however few its SIMs are', () => {
  expect(choosePath({ ...million, matching: 5000, ofKind: 5000, inScope: 5000, companies: 1 }, 100, false)).toBe('merge')
})

test('some companies are merged, very many with a good part of the fleet are walked', () => {
  const some = { ...million, matching: 20_000, ofKind: 20_000, inScope: 20_000, companies: 30 }
  expect(choosePath(some, 100, false)).toBe('merge')
  const many = { ...million, matching: 100_000, ofKind: 100_000, inScope: 100_000, companies: 900 }
  expect(choosePath(many, 100, false)).toBe('walk')
})
