import type { SimFilter } from '#contract/sims.calls.ts'
import type { CompanyScope } from '../../db/scope.ts'
import type { Tally } from '../../db/tallies.queries.ts'
import { DIMENSION_NAMES, passes } from './sim-dimensions.ts'

/**
 * How the keys of a page are found; each gives the same page.
 * - walk: over all companies in the list's order, passing over what does not match
 * - merge: each company's own first rows in the list's order, merged (one company: a walk inside it)
 * - gather: all that match, then put in order
 */
export type PagePath = 'walk' | 'merge' | 'gather'

export interface PageEstimate {
  /** SIMs that match the whole filter, of those in scope, of those in the fleet */
  readonly matching: number
  readonly inScope: number
  readonly inFleet: number
  /** SIMs that match what the filter says of the SIM, whatever it says of its data session */
  readonly ofKind: number
  readonly companies: number | 'all'
}

/** What is read of a row, in units of one row of an index that carries all (0.2 µs on the machine of docs/performance.md). */
const LOOK_UP = 6
const SORT = 1
/** What a merge costs for each company before its first row. */
const DESCENT = 10

/**
 * The cheapest path for a page that needs so many rows.
 * @param joined whether each row that is looked at is looked up in the other table too
 */
export function choosePath(estimate: PageEstimate, rowsNeeded: number, joined: boolean): PagePath {
  const { matching, inScope, inFleet, ofKind, companies } = estimate
  const row = joined ? 1 + LOOK_UP : 1
  const walked = (among: number): number => Math.min(among, (rowsNeeded * among) / Math.max(matching, 1)) * row
  const costs: Record<PagePath, number> = {
    gather: ofKind * (1 + LOOK_UP + SORT),
    walk: companies === 1 ? Number.POSITIVE_INFINITY : walked(inFleet),
    // each company reads a page of its own, if it has so many
    merge:
      companies === 'all'
        ? Number.POSITIVE_INFINITY
        : Math.min(inScope * row, companies * walked(inScope)) + companies * DESCENT,
  }
  if (costs.gather <= costs.merge && costs.gather <= costs.walk) return 'gather'
  return costs.merge <= costs.walk ? 'merge' : 'walk'
}

const OF_SIM = DIMENSION_NAMES.filter((dimension) => dimension !== 'gprsStatuses')

export const sumOf = (tallies: readonly Tally[]): number => tallies.reduce((total, { sims }) => total + sims, 0)

/** Sizes from the kept sums. They steer the path and nothing else, so they may be a little old. */
export function estimatePage(scope: CompanyScope, filter: SimFilter, tallies: readonly Tally[], inFleet: number): PageEstimate {
  const ofKind = tallies.filter((tally) => OF_SIM.every((dimension) => passes(tally, filter, dimension)))
  return {
    matching: sumOf(ofKind.filter((tally) => passes(tally, filter, 'gprsStatuses'))),
    ofKind: sumOf(ofKind),
    inScope: sumOf(tallies),
    inFleet,
    companies: scope.kind === 'all' ? 'all' : scope.ids.length,
  }
}
