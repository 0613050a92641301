import { expect, test } from 'vitest'
import type { TextSearch } from '#server/records/search-plan.ts'
import { SORT_ORDERS } from '#server/records/sim-sort.ts'
import type { PageEstimate, PageWork } from './page-path.ts'
import { chooseSearchPath } from './search-path.ts'

/** A reseller of 200 companies with a twentieth of a fleet of a million, and a text that every seventh SIM holds. */
const SIMS = 52_000
const estimate: PageEstimate = {
  stretches: [{ inScope: SIMS, matching: SIMS }],
  inFleet: 1_000_000,
  kinds: 50,
  ofKind: SIMS,
  companies: 200,
}
const byIcc: PageWork = {
  rowsNeeded: 50,
  walkLooksUp: false,
  walkReadsTable: false,
  kindsMatch: true,
  ownOrderIsBare: false,
  gathering: 'index alone',
  gathersByKind: false,
}
const sampled = (first: number): TextSearch['sample'] => ({
  size: 1000,
  matchesIn: ({ keys }) =>
    Array.from({ length: 143 }, (_, index) => ({
      keys: [...keys.map(() => String(index)), String(8_000_000 + first + index)],
      position: Math.round(first + (index * (1000 - first)) / 143),
    })),
})
const held: TextSearch = {
  text: '895603',
  by: 'scan',
  joinsWhole: true,
  limit: undefined,
  sims: SIMS,
  holding: SIMS / 7,
  sample: sampled(0),
  cost: SIMS * 2.5,
  shareOfFleet: 0.05,
}
const asked = { filter: {}, order: SORT_ORDERS.icc, after: undefined, descending: false }
const pathsTo = (first: number, request: Partial<typeof asked> = {}, work: PageWork = byIcc) =>
  chooseSearchPath(estimate, work, { ...held, sample: sampled(first) }, { ...asked, ...request })

test('in ICC order a common text is searched in the first part of the list, and in all of it should that be too little', () => {
  expect(pathsTo(0)).toEqual([{ path: 'search', upTo: ['8000004'] }, { path: 'search' }])
})

test('the part begins behind the cursor', () => {
  expect(pathsTo(0, { after: ['8000100'] } as never)).toEqual([{ path: 'search', upTo: ['8000105'] }, { path: 'search' }])
})

test('all of the list is searched where the index costs less than the way to SIMs at the far end', () => {
  const byIndex: TextSearch = { ...held, by: 'index', cost: 50_000 }
  const pathsBy = (first: number) => chooseSearchPath(estimate, byIcc, { ...byIndex, sample: sampled(first) }, asked)
  expect(pathsBy(900)).toEqual([{ path: 'search' }])
  expect(pathsBy(100)).toEqual([{ path: 'search', upTo: ['8000104'] }, { path: 'search' }])
})

test('from the other end they are near', () => {
  expect(pathsTo(900, { descending: true })).toEqual([{ path: 'search', upTo: ['8001038'] }, { path: 'search' }])
})

test('the part is longer where another filter leaves few of them', () => {
  const few = { ...estimate, stretches: [{ inScope: SIMS, matching: SIMS / 10 }] }
  const paths = chooseSearchPath(few, byIcc, { ...held, sample: sampled(0) }, asked)
  expect(paths).toEqual([{ path: 'search', upTo: ['8000019'] }, { path: 'search' }])
})

const byUsage: PageWork = { ...byIcc, gathering: 'index' }
const usage = { order: SORT_ORDERS.consumptionMonthlyData }

test('in another order the part is walked where the SIMs are near, and where they are far all are found and those in it put in order', () => {
  expect(pathsTo(0, usage, byUsage)).toEqual([{ path: 'walk', upTo: ['4', '8000004'] }, { path: 'search' }])
  expect(pathsTo(500, usage, byUsage)).toEqual([{ path: 'search', upTo: ['4', '8000504'] }, { path: 'search' }])
})

test('in the whole fleet a common text is walked to, not much further than matches should be', () => {
  const [walk, ...others] = chooseSearchPath({ ...estimate, companies: 'all' }, byUsage, held, { ...asked, ...usage })
  expect(walk).toMatchObject({ path: 'walk', atMost: Math.ceil((4 * 50 * 1_000_000) / (SIMS / 7)) })
  expect(others).toEqual([{ path: 'search' }])
})
