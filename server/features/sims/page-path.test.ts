import { expect, test } from 'vitest'
import { choosePath, type PageEstimate, type PageWork } from './page-path.ts'

const page: PageWork = { rowsNeeded: 100, walkLooksUp: false, gathering: 'index' }
const fleet = (matching: number): PageEstimate => ({
  stretches: [{ inScope: 1_000_000, matching }],
  ofKind: matching,
  inFleet: 1_000_000,
  companies: 'all',
})
const companies = (count: number, sims: number): PageEstimate => ({
  stretches: [{ inScope: sims, matching: sims }],
  ofKind: sims,
  inFleet: 1_000_000,
  companies: count,
})

test('a list of everything is walked', () => {
  expect(choosePath(fleet(1_000_000), page)).toBe('walk')
})

test('what is rare in the fleet is gathered, what is common is walked to', () => {
  expect(choosePath(fleet(300), page)).toBe('gather')
  expect(choosePath(fleet(200_000), page)).toBe('walk')
})

test('a filter that matches nothing is not walked through the whole fleet', () => {
  expect(choosePath(fleet(0), page)).toBe('gather')
})

test('what is common, but stands at the other end of the order, is gathered', () => {
  const idle = { inScope: 140_000, matching: 8000 }
  const active = { inScope: 860_000, matching: 0 }
  const byUse: PageWork = { rowsNeeded: 100, walkLooksUp: false, gathering: 'index' }
  const estimate = { ofKind: 8000, inFleet: 1_000_000, companies: 'all' } as const
  expect(choosePath({ ...estimate, stretches: [idle, active] }, byUse)).toBe('walk')
  expect(choosePath({ ...estimate, stretches: [active, idle] }, byUse)).toBe('gather')
})

test('one company is read in its own order, however few its SIMs are', () => {
  expect(choosePath(companies(1, 5000), page)).toBe('merge')
})

test('some companies are merged, very many with a good part of the fleet are walked', () => {
  expect(choosePath(companies(30, 20_000), page)).toBe('merge')
  expect(choosePath(companies(900, 100_000), page)).toBe('walk')
})
