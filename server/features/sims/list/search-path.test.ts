import { expect, test } from 'vitest'
import type { TextSearch } from '#server/records/search-plan.ts'
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
  ownOrderIsBare: false,
  gathering: 'index alone',
  gathersByKind: false,
}
const held: TextSearch = {
  by: 'scan',
  limit: undefined,
  sims: SIMS,
  holding: SIMS / 7,
  margins: { before: 0, behind: 0 },
  cost: SIMS * 2.5,
  shareOfFleet: 0.05,
}
const pathsTo = (before: number, descending = false, work: PageWork = byIcc) =>
  chooseSearchPath(estimate, work, { ...held, margins: { before, behind: 0 } }, descending).map(({ path }) => path)

test('a common text is walked to, and found by a search should the walk be long', () => {
  expect(pathsTo(0)).toEqual(['walk', 'search'])
})

test('in the order of the ICCIDs no walk is tried to a text whose SIMs lie at the far end', () => {
  expect(pathsTo(0.8)).toEqual(['search'])
})

test('from the other end they are near', () => {
  expect(pathsTo(0.8, true)).toEqual(['walk', 'search'])
})

test('in another order where they lie among the ICCIDs says nothing', () => {
  expect(pathsTo(0.8, false, { ...byIcc, gathering: 'index' })).toEqual(['walk', 'search'])
})
