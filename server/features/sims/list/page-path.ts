import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { CompanyScope } from '#server/db/scope.ts'
import { type SimTable, sessionConditions, simConditions } from '#server/records/sim-filter.ts'
import type { Tallies, Tally } from '#server/records/tallies.queries.ts'
import { DIMENSION_NAMES, DIMENSIONS, type Dimension } from './sim-dimensions.ts'
import { SORT_ORDERS, type SortOrder } from './sim-sort.ts'

/**
 * How the keys of a page are found; each gives the same page.
 * - walk: over all companies in the list's order, passing over what does not match
 * - merge: each company's own first rows in the list's order, merged (one company: a walk inside it)
 * - kinds: in the order of the ICCIDs, each kind's own first rows, merged
 * - gather: all that match, then put in order
 * - search: all that hold the filter's text and match, then put in order
 */
export type PagePath = 'walk' | 'merge' | 'kinds' | 'gather' | 'search'

/** Rows that lie together in the list's order: how many there are in scope, and how many of them match. */
export interface Stretch {
  readonly inScope: number
  readonly matching: number
}

export interface PageEstimate {
  /** in the list's order */
  readonly stretches: readonly Stretch[]
  readonly inFleet: number
  /** kinds of SIMs that match */
  readonly kinds: number
  /** SIMs that match what the filter says of the SIM, whatever it says of its data session */
  readonly ofKind: number
  readonly companies: number | 'all'
}

export interface PageWork {
  readonly rowsNeeded: number
  /** whether each row of a walk is looked up in sim_live, for what the filter asks of the session */
  readonly walkLooksUp: boolean
  /** whether the index of a company's own order carries nothing to filter by */
  readonly ownOrderIsBare: boolean
  readonly gathering: Gathering
  /** whether an index that gathers begins with what is asked for; else it is read from end to end */
  readonly gathersByKind: boolean
}

/** Where a gathered SIM's place in the order comes from: its ICCID alone, what the index that found it carries, or the other table. */
type Gathering = 'index alone' | 'index' | 'other table'

/** A path, and after how many rows it is given up for the next one. */
export interface Way {
  readonly path: PagePath
  readonly atMost?: number
}

/** What is tried first, and what comes after it was given up. */
export type Ways = readonly [Way, ...Way[]]

/** What rows cost, in units of one row of an index that carries all: 0.2 µs on the machine of docs/performance.md. */
export const OF_TABLE = 5
export const LOOK_UP = 25
const GATHERED: Record<Gathering, number> = { 'index alone': 1.2, index: 2, 'other table': 28 }
/** Rows of many companies lie apart. */
const GATHERED_APART = 1.5
/** What each of many companies costs before its first row. */
const GATHER_DESCENT = 33
const MERGE_DESCENT = 70
/** What planning and combining a merge costs. */
const MERGE = 3500
/** Times the average way that a walk in the order of the ICCs may take: cards of a kind lie together, near or far. */
export const PATIENCE_WITH_CARDS = 4

/**
 * The cheapest path for a page, and what comes after it. How far a walk has to go is known on an average only: what matches may
 * lie together. So it is given up when it has cost what the surest path costs: no page costs more than twice that.
 */
export function choosePath(estimate: PageEstimate, work: PageWork): Ways {
  const sure = surePath(estimate, work)
  const walk = walkOf(estimate, work)
  if (walk.cost >= sure.cost) return [{ path: sure.path }]
  const patience = sure.cost / walk.cost
  if (!(walk.rows * patience < walk.among)) return [{ path: walk.path }]
  const times = work.gathering === 'index alone' ? Math.min(patience, PATIENCE_WITH_CARDS) : patience
  return [{ path: walk.path, atMost: Math.max(1, Math.ceil(walk.rows * times)) }, { path: sure.path }]
}

interface Priced {
  readonly path: PagePath
  readonly cost: number
}

/** The path whose cost does not depend on where in the order the matching rows lie. */
function surePath({ stretches, companies, kinds }: PageEstimate, { rowsNeeded, gathering, gathersByKind }: PageWork): Priced {
  const passedOver = gathersByKind ? 0 : totalOf(stretches, 'inScope')
  const gathered = passedOver + totalOf(stretches, 'matching') * GATHERED[gathering]
  if (companies === 'all' || companies === 1) {
    const merge = MERGE + kinds * MERGE_DESCENT + rowsNeeded + kinds * fewOfEach(rowsNeeded, FEW_KINDS)
    return gathering === 'index alone' && merge < gathered ? { path: 'kinds', cost: merge } : { path: 'gather', cost: gathered }
  }
  const gather = gathered * GATHERED_APART + companies * GATHER_DESCENT
  const rows = rowsWalked(stretches, rowsNeeded + companies * fewOfEach(rowsNeeded, companies))
  const merge = MERGE + companies * MERGE_DESCENT + rows
  return gather <= merge ? { path: 'gather', cost: gather } : { path: 'merge', cost: merge }
}

interface Walk extends Priced {
  /** that it meets until it has enough, on an average */
  readonly rows: number
  /** that it meets at most */
  readonly among: number
}

/** Inside of one company, or over all. */
function walkOf({ stretches, inFleet, ofKind, companies }: PageEstimate, work: PageWork): Walk {
  const inScope = Math.max(totalOf(stretches, 'inScope'), 1)
  const own = rowsWalked(stretches, work.rowsNeeded)
  const lookUps = work.walkLooksUp ? own * (ofKind / inScope) * LOOK_UP : 0
  if (companies === 1) {
    return { path: 'merge', rows: own, among: inScope, cost: own * (work.ownOrderIsBare ? OF_TABLE : 1) + lookUps }
  }
  const rows = own * (inFleet / inScope)
  return { path: 'walk', rows, among: inFleet, cost: rows + lookUps }
}

export const totalOf = (stretches: readonly Stretch[], what: keyof Stretch): number =>
  stretches.reduce((sum, stretch) => sum + stretch[what], 0)

/** How many rows of each part a merge takes at first: twice the even share, for shares are not even. */
export const fewOfEach = (rowsNeeded: number, parts: number): number => Math.max(4, Math.ceil((2 * rowsNeeded) / parts))

/** Kinds that are taken to share a page evenly: how many there are is not known when the page is asked for. */
export const FEW_KINDS = 10

/** Rows in scope that a walk meets until it has enough that match. */
export function rowsWalked(stretches: readonly Stretch[], rowsNeeded: number): number {
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
export function gatheredFrom(filter: SimFilter, order: SortOrder): SimTable {
  if (filter.icc) return 'sims'
  return order.table === 'live' || sessionConditions(filter).length > 0 ? 'live' : 'sims'
}

/** What finding a page means, without a search. */
export function pageWork({ filter, order }: Pick<PageQuestion, 'filter' | 'order'>, rowsNeeded: number): PageWork {
  const from = gatheredFrom(filter, order)
  const begins: readonly Dimension[] =
    from === 'live' ? ['gprsStatuses', 'administrativeStatusIds'] : ['administrativeStatusIds', 'planCodes', 'apnIds']
  return {
    rowsNeeded,
    walkLooksUp: order.table === 'sims' && sessionConditions(filter).length > 0,
    ownOrderIsBare: order.keys.length === 0 && simConditions(filter, order.table).length > 0,
    gathering: order.keys.length === 0 ? 'index alone' : from === order.table ? 'index' : 'other table',
    gathersByKind: begins.some((dimension) => (filter[dimension]?.length ?? 0) > 0),
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
    return { stretches: [{ inScope: sims, matching: sims }], ofKind: sims, inFleet, companies, kinds: tallies.length }
  }
  const low = { inScope: 0, matching: 0 }
  const high = { inScope: 0, matching: 0 }
  let ofKind = 0
  let kinds = 0
  for (const tally of tallies) {
    const part = isLow(order, tally) ? low : high
    part.inScope += tally.sims
    if (!isWanted(tally, ofSim)) continue
    ofKind += tally.sims
    if (!isWanted(tally, ofSession)) continue
    part.matching += tally.sims
    kinds++
  }
  return { stretches: descending ? [high, low] : [low, high], ofKind, inFleet, companies, kinds }
}
