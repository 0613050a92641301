import type { SimFilter } from '#contract/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { CompanyScope } from '../../db/scope.ts'
import { isSearch, type SimTable, sessionConditions } from '../../db/sim-filter.ts'
import type { Tallies, Tally } from '../../db/tallies.queries.ts'
import { DIMENSION_NAMES, DIMENSIONS, type Dimension } from './sim-dimensions.ts'
import { SORT_ORDERS, type SortOrder } from './sim-sort.ts'

/**
 * How the keys of a page are found; each gives the same page.
 * - walk: over all companies in the list's order, passing over what does not match
 * - merge: each company's own first rows in the list's order, merged (one company: a walk inside it)
 * - gather: all that match, then put in order
 * - read: for a text that many have: gather, but without its index as long as enough are met
 */
export type PagePath = 'walk' | 'merge' | 'gather' | 'read'

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
  /** whether each row of a walk is looked up in sim_live, for what the filter asks of the session */
  readonly walkLooksUp: boolean
  readonly gathering: Gathering
}

/** Where a gathered SIM's place in the order comes from: the index that found it, or the other table. */
type Gathering = 'index' | 'other table'

/** What a row costs, in units of one row of an index that carries all (0.2 µs on the machine of docs/performance.md). */
const LOOK_UP = 8
const GATHERED: Record<Gathering, number> = { index: 3, 'other table': 10 }
/** What a merge costs for each company before its first row, in both of its rounds. */
const DESCENT = 15
/** Companies' cards, numbers and devices lie together, so a walk over all may meet none of some companies' for long. */
const CLUSTERED = 3

/** The cheapest path for a page. */
export function choosePath(estimate: PageEstimate, work: PageWork): PagePath {
  const { stretches, inFleet, ofKind, companies } = estimate
  const inScope = stretches.reduce((sum, stretch) => sum + stretch.inScope, 0)
  const matching = stretches.reduce((sum, stretch) => sum + stretch.matching, 0)
  const row = 1 + (work.walkLooksUp ? LOOK_UP * (ofKind / Math.max(inScope, 1)) : 0)
  const walked = rowsWalked(stretches, work.rowsNeeded)
  const costs: Record<Exclude<PagePath, 'read'>, number> = {
    gather: matching * GATHERED[work.gathering],
    walk:
      companies === 1
        ? Number.POSITIVE_INFINITY
        : walked * row * (inFleet / Math.max(inScope, 1)) * (companies === 'all' ? 1 : CLUSTERED),
    merge:
      companies === 'all'
        ? Number.POSITIVE_INFINITY
        : rowsMerged(stretches, work.rowsNeeded, companies) * row + companies * DESCENT,
  }
  if (costs.gather <= costs.merge && costs.gather <= costs.walk) return 'gather'
  return costs.merge <= costs.walk ? 'merge' : 'walk'
}

/** Rows that a merge meets: a few that match of each company, then up to a page more. */
function rowsMerged(stretches: readonly Stretch[], rowsNeeded: number, companies: number): number {
  if (companies === 1) return rowsWalked(stretches, rowsNeeded)
  return rowsWalked(stretches, rowsNeeded + companies * fewOfEach(rowsNeeded, companies))
}

/** How many rows of each company a merge takes at first: twice the even share, for shares are not even. */
export const fewOfEach = (rowsNeeded: number, companies: number): number => Math.max(4, Math.ceil((2 * rowsNeeded) / companies))

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

/** The table that gathers what matches: sim_live if the session or the usage matters, for it knows the rest too. */
export function gatheredFrom(filter: SimFilter, order: SortOrder): SimTable | 'texts' {
  if (isSearch(filter)) return filter.search ? 'texts' : 'sims'
  return order.table === 'live' || sessionConditions(filter).length > 0 ? 'live' : 'sims'
}

/** What finding a page means, without a search. */
export function pageWork({ filter, order }: Pick<PageQuestion, 'filter' | 'order'>, rowsNeeded: number): PageWork {
  const sameTable = gatheredFrom(filter, order) === order.table
  return {
    rowsNeeded,
    walkLooksUp: order.table === 'sims' && sessionConditions(filter).length > 0,
    gathering: order.keys.length === 0 || sameTable ? 'index' : 'other table',
  }
}

/** What surely stands at the lower end of an order: SIMs that are not active use nothing, those that never were have no date. */
function isLow({ table, keys }: SortOrder, { administrativeStatus }: Tally): boolean {
  if (table === 'live') return administrativeStatus !== ADMINISTRATIVE_STATUS.active
  return keys === SORT_ORDERS.activationDate.keys && administrativeStatus === ADMINISTRATIVE_STATUS.readyToUse
}

export interface PageQuestion {
  readonly scope: CompanyScope
  readonly filter: SimFilter
  readonly order: SortOrder
  readonly descending: boolean
}

interface Asked {
  readonly property: keyof Tally
  readonly wanted: ReadonlySet<number | string>
}

const askedOf = (filter: SimFilter, dimensions: readonly Dimension[]): Asked[] =>
  dimensions.flatMap((dimension) => {
    const wanted = filter[dimension] ?? []
    return wanted.length === 0 ? [] : [{ property: DIMENSIONS[dimension], wanted: new Set<number | string>(wanted) }]
  })

const isWanted = (tally: Tally, asked: readonly Asked[]): boolean =>
  asked.every(({ property, wanted }) => wanted.has(tally[property]))

const OF_SIM = DIMENSION_NAMES.filter((dimension) => dimension !== 'gprsStatuses')

/**
 * Sizes from the kept sums. They steer the path and nothing else, so they may be a little old. One pass: a reseller's sums are
 * thousands.
 */
export function estimatePage(question: PageQuestion, { tallies, sims }: Tallies, inFleet: number): PageEstimate {
  const { scope, filter, order, descending } = question
  const companies = scope.kind === 'all' ? 'all' : scope.ids.length
  const ofSim = askedOf(filter, OF_SIM)
  const ofSession = askedOf(filter, ['gprsStatuses'])
  if (ofSim.length + ofSession.length === 0) {
    return { stretches: [{ inScope: sims, matching: sims }], ofKind: sims, inFleet, companies }
  }
  const low = { inScope: 0, matching: 0 }
  const high = { inScope: 0, matching: 0 }
  let ofKind = 0
  for (const tally of tallies) {
    const part = isLow(order, tally) ? low : high
    part.inScope += tally.sims
    if (!isWanted(tally, ofSim)) continue
    ofKind += tally.sims
    if (isWanted(tally, ofSession)) part.matching += tally.sims
  }
  return { stretches: descending ? [high, low] : [low, high], ofKind, inFleet, companies }
}
