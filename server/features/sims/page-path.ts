import type { SimFilter } from '#contract/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { CompanyScope } from '../../db/scope.ts'
import type { Tally } from '../../db/tallies.queries.ts'
import { DIMENSION_NAMES, passes } from './sim-dimensions.ts'
import type { SortOrder } from './sim-sort.ts'

/**
 * How the keys of a page are found; each gives the same page.
 * - walk: over all companies in the list's order, passing over what does not match
 * - merge: each company's own first rows in the list's order, merged (one company: a walk inside it)
 * - gather: all that match, then put in order
 */
export type PagePath = 'walk' | 'merge' | 'gather'

/** Rows that lie together in the list's order: how many there are in scope, and how many of them match. */
export interface Stretch {
  readonly inScope: number
  readonly matching: number
}

export interface PageEstimate {
  /** in the list's order */
  readonly stretches: readonly Stretch[]
  readonly inFleet: number
  /** SIMs that match what the filter says of the SIM, whatever it says of its data session */
  readonly ofKind: number
  readonly companies: number | 'all'
}

export interface PageWork {
  readonly rowsNeeded: number
  /** the table that is walked in order: what the filter asks of sims rides along in its indexes, in those of live nothing does */
  readonly table: 'sims' | 'live'
  /** whether each row is looked up in the other table too */
  readonly joined: boolean
}

/** What is read of a row, in units of one row of an index that carries all (0.2 µs on the machine of docs/performance.md). */
const ROW = { sims: 1, live: 3 } as const
const LOOK_UP = 6
const SORT = 1
/** What a merge costs for each company before its first row. */
const DESCENT = 10

/** The cheapest path for a page. */
export function choosePath(estimate: PageEstimate, work: PageWork): PagePath {
  const { stretches, inFleet, ofKind, companies } = estimate
  const inScope = stretches.reduce((sum, stretch) => sum + stretch.inScope, 0)
  const walked = rowsWalked(stretches, work.rowsNeeded)
  const row = ROW[work.table] + (work.joined ? LOOK_UP : 0)
  const costs: Record<PagePath, number> = {
    gather: ofKind * (ROW.sims + LOOK_UP + SORT),
    walk: companies === 1 ? Number.POSITIVE_INFINITY : walked * (inFleet / Math.max(inScope, 1)) * row,
    // each company reads a page of its own, if it has so many
    merge: companies === 'all' ? Number.POSITIVE_INFINITY : Math.min(inScope, companies * walked) * row + companies * DESCENT,
  }
  if (costs.gather <= costs.merge && costs.gather <= costs.walk) return 'gather'
  return costs.merge <= costs.walk ? 'merge' : 'walk'
}

/** Rows in scope that a walk meets until it has enough that match. */
function rowsWalked(stretches: readonly Stretch[], rowsNeeded: number): number {
  let missing = rowsNeeded
  let walked = 0
  for (const { inScope, matching } of stretches) {
    if (matching >= missing) return walked + missing * (inScope / matching)
    missing -= matching
    walked += inScope
  }
  return walked
}

const OF_SIM = DIMENSION_NAMES.filter((dimension) => dimension !== 'gprsStatuses')

export const sumOf = (tallies: readonly Tally[]): number => tallies.reduce((total, { sims }) => total + sims, 0)

/** What surely stands at one end of an order: SIMs that are not active use nothing. */
const isIdle = (tally: Tally): boolean => tally.administrativeStatus !== ADMINISTRATIVE_STATUS.active

export interface PageQuestion {
  readonly scope: CompanyScope
  readonly filter: SimFilter
  readonly order: SortOrder
  readonly descending: boolean
}

/** Sizes from the kept sums. They steer the path and nothing else, so they may be a little old. */
export function estimatePage(question: PageQuestion, tallies: readonly Tally[], inFleet: number): PageEstimate {
  const { scope, filter, order, descending } = question
  const matches = (tally: Tally): boolean => DIMENSION_NAMES.every((dimension) => passes(tally, filter, dimension))
  const stretch = (part: readonly Tally[]): Stretch => ({ inScope: sumOf(part), matching: sumOf(part.filter(matches)) })
  const parts = order.table === 'live' ? [tallies.filter(isIdle), tallies.filter((tally) => !isIdle(tally))] : [tallies]
  return {
    stretches: (descending ? parts.toReversed() : parts).map(stretch),
    ofKind: sumOf(tallies.filter((tally) => OF_SIM.every((dimension) => passes(tally, filter, dimension)))),
    inFleet,
    companies: scope.kind === 'all' ? 'all' : scope.ids.length,
  }
}
