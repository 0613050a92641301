import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { SORT_ORDERS } from '#server/records/sim-sort.ts'
import { pageWork } from './page-estimate.ts'
import { choosePath, chooseTagPath, MAX_SET, type PageEstimate, type PageWork } from './page-path.ts'

const page: PageWork = {
  rowsNeeded: 100,
  walkLooksUp: false,
  walkReadsTable: false,
  kindsMatch: true,
  ownOrderIsBare: false,
  gathering: 'index',
  gathersByKind: true,
}
const fleet = (matching: number): PageEstimate => ({
  stretches: [{ inScope: 1_000_000, matching }],
  ofKind: matching,
  kinds: 50,
  inFleet: 1_000_000,
  companies: 'all',
})
const companies = (count: number, sims: number): PageEstimate => ({
  stretches: [{ inScope: sims, matching: sims }],
  ofKind: sims,
  kinds: 50,
  inFleet: 1_000_000,
  companies: count,
})

/** The paths that are tried, in turn. */
const tried = (estimate: PageEstimate, work: PageWork = page): string[] => choosePath(estimate, work).map(({ path }) => path)

test('a list of everything is walked, to the end if need be', () => {
  expect(choosePath(fleet(1_000_000), page)).toEqual([{ path: 'walk' }])
})

test('what is rare in the fleet is gathered, what is common is walked to', () => {
  expect(tried(fleet(300))).toEqual(['gather'])
  expect(tried(fleet(200_000))).toEqual(['walk', 'gather'])
})

test('a filter that matches nothing is not walked through the whole fleet', () => {
  expect(tried(fleet(0))).toEqual(['gather'])
})

test('what is common, but stands at the other end of the order, is gathered', () => {
  const idle = { inScope: 140_000, matching: 8000 }
  const active = { inScope: 860_000, matching: 0 }
  const estimate = { ofKind: 8000, kinds: 50, inFleet: 1_000_000, companies: 'all' } as const
  expect(tried({ ...estimate, stretches: [idle, active] })).toEqual(['walk', 'gather'])
  expect(tried({ ...estimate, stretches: [active, idle] })).toEqual(['gather'])
})

test('one company is read in its own order, however few its SIMs are', () => {
  expect(tried(companies(1, 5000))).toEqual(['merge'])
})

test('companies with a small part of the fleet are merged, with a good part of it they are walked first', () => {
  expect(tried(companies(8, 3000))).toEqual(['merge'])
  expect(tried(companies(900, 100_000))).toEqual(['walk', 'merge'])
})

test('where the sums of companies lack what matches, one without a match is not read to its end: those that match are gathered', () => {
  const work: PageWork = { ...page, walkLooksUp: true, gathering: 'other table' }
  for (const matching of [0, 300, 4000, 12_200, 12_300, 40_000, 100_000]) {
    const estimate = { ...companies(3, 200_000), stretches: [{ inScope: 200_000, matching }] }
    expect(tried(estimate, { ...work, kindsMatch: false }).at(-1)).toBe('gather')
    if (matching >= 4000) expect(tried(estimate, work).at(-1)).toBe('merge')
  }
  // reading all to their ends costs less than gathering nearly all
  expect(tried(companies(3, 200_000), { ...work, kindsMatch: false }).at(-1)).toBe('merge')
})

test('sums of companies lack plan use and silence, unless the order has those that match together', () => {
  const kindsMatch = (sort: keyof typeof SORT_ORDERS, filter: SimFilter) =>
    pageWork({ filter, order: SORT_ORDERS[sort] }, 100).kindsMatch
  expect(kindsMatch('icc', { administrativeStatusIds: [2], planUse: '', silentFor: '' })).toBe(true)
  expect(kindsMatch('icc', { planUse: 'over100' })).toBe(false)
  expect(kindsMatch('percent', { planUse: 'over100' })).toBe(true)
  expect(kindsMatch('percent', { planUse: 'over100', silentFor: '24h' })).toBe(false)
  expect(kindsMatch('lastSeen', { silentFor: '24h' })).toBe(true)
  expect(kindsMatch('lastSeen', { silentFor: 'unusual' })).toBe(false)
})

test('in the order of the ICCIDs, the kinds of SIMs that match are merged, unless they are very many', () => {
  const byIccid: PageWork = { ...page, gathering: 'index alone', gathersByKind: false, ownOrderIsBare: true }
  expect(tried({ ...fleet(130_000), kinds: 16 }, byIccid)).toEqual(['walk', 'kinds'])
  expect(tried({ ...fleet(130_000), kinds: 2000 }, byIccid)).toEqual(['walk', 'kinds'])
  expect(tried({ ...fleet(2000), kinds: 16 }, { ...byIccid, gathersByKind: true })).toEqual(['gather'])
  expect(tried({ ...companies(1, 400_000), stretches: [{ inScope: 400_000, matching: 9000 }], kinds: 16 }, byIccid)).toEqual([
    'kinds',
  ])
})

const estimates: fc.Arbitrary<PageEstimate> = fc
  .record({
    companies: fc.oneof(fc.constant('all' as const), fc.integer({ min: 0, max: 2000 })),
    inFleet: fc.integer({ min: 1, max: 1_000_000 }),
    shares: fc.tuple(fc.double({ min: 0, max: 0.5, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true })),
    matching: fc.double({ min: 0, max: 1, noNaN: true }),
    kinds: fc.integer({ min: 0, max: 3000 }),
  })
  .map(({ companies, inFleet, shares, matching, kinds }) => {
    const stretches = shares.map((share) => {
      const inScope = Math.floor(share * inFleet)
      return { inScope, matching: Math.floor(inScope * matching) }
    })
    return { stretches, inFleet, companies, kinds, ofKind: stretches.reduce((sum, stretch) => sum + stretch.matching, 0) }
  })

test('a path that may be given up is followed by one that is not', () => {
  const works = fc.record({
    rowsNeeded: fc.integer({ min: 1, max: 100_000 }),
    walkLooksUp: fc.boolean(),
    walkReadsTable: fc.boolean(),
    kindsMatch: fc.boolean(),
    ownOrderIsBare: fc.boolean(),
    gathersByKind: fc.boolean(),
    gathering: fc.constantFrom('index alone' as const, 'index' as const, 'other table' as const),
  })
  fc.assert(
    fc.property(estimates, works, (estimate, work) => {
      const ways = choosePath(estimate, work)
      expect(ways.at(-1)?.atMost).toBeUndefined()
      for (const way of ways.slice(0, -1)) expect(way.atMost).toBeGreaterThanOrEqual(1)
    }),
  )
})

test('SIMs with a tag are read from its own index by ICC, walked to where many have it, and gathered where few have it', () => {
  const byTag = (tagged: number, work = page) => chooseTagPath(fleet(1_000_000), work, tagged).map(({ path }) => path)
  expect(byTag(500_000, { ...page, gathering: 'index alone' })).toEqual(['tagged'])
  expect(byTag(500_000).at(0)).toEqual('walk')
  expect(byTag(300)).toEqual(['tagged'])
  expect(byTag(0)).toEqual(['tagged'])
})

test('a walk to what few have looks it up in a set, if that fits into memory; to what many have, SIM by SIM', () => {
  const first = (tagged: number) => chooseTagPath(fleet(1_000_000), page, tagged)[0]
  expect(first(10_000)).toMatchObject({ path: 'walk', tagsAsSet: true })
  expect(first(MAX_SET + 1)).not.toHaveProperty('tagsAsSet')
  expect(first(500_000)).toMatchObject({ path: 'walk', atMost: expect.any(Number) })
  expect(first(500_000)).not.toHaveProperty('tagsAsSet')
})

test('a rare status is gathered and its tags looked up, rather than all SIMs with a common tag', () => {
  for (const gathering of ['index', 'index alone'] as const)
    expect(chooseTagPath(fleet(200), { ...page, gathering }, 500_000)).toEqual([{ path: 'gather' }])
})

test('by ICC, a common tag under a filter is read from the kinds that match, whose cards may be the last', () => {
  const byIcc: PageWork = { ...page, gathering: 'index alone' }
  const last = (matching: number, tagged: number) => chooseTagPath({ ...fleet(matching), kinds: 5 }, byIcc, tagged).at(-1)?.path
  expect(last(100_000, 500_000)).toBe('kinds')
  expect(last(100_000, 300)).toBe('tagged')
  expect(last(200, 500_000)).toBe('gather')
})

test('a walk by tags is given up when it has cost what the sure way costs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (tagged, matching) => {
      const [first, last] = chooseTagPath(fleet(matching), page, tagged)
      expect(['tagged', 'gather']).toContain((last ?? first).path)
      // 28 for each SIM that is gathered by its tag; of those that are walked 1 for each, and 15 or, with a set, 1 for each that matches
      const ofRow = 1 + (matching / 1_000_000) * (first.tagsAsSet ? 1 : 15)
      if (last) expect((first.atMost ?? Number.POSITIVE_INFINITY) * ofRow).toBeLessThanOrEqual(tagged * 28 + ofRow)
    }),
  )
})
