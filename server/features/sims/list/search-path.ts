import { compareKeys } from '#server/db/keyset.ts'
import { HASH_ROW_COST, LOOKUP_COST, scanRowCost, type TextSearch } from '#server/records/search-plan.ts'
import { keysOfOrder, SORT_ORDERS } from '#server/records/sim-sort.ts'
import type { KeyRequest } from './key-parts.ts'
import {
  MAX_WALK_FACTOR,
  type PageEstimate,
  type PageWork,
  type PathAttempts,
  rowsWalked,
  type Stretch,
  sumOf,
  TABLE_ROW_COST,
} from './page-path.ts'

/** Cost of looking up a SIM's text, in units of page-path.ts. */
export const TEXT_LOOKUP_COST = 16
/** Cost of each company whose texts are read, before the first one. */
const COMPANY_DESCENT_COST = 25

type SearchRequest = Pick<KeyRequest, 'filter' | 'order' | 'after' | 'descending'>

/**
 * A common text is soon found in any order, so a part of the list is the cheapest path to a page; the other paths follow where it
 * does not hold a whole page.
 */
export function chooseSearchPath(
  estimate: PageEstimate,
  work: PageWork,
  text: TextSearch,
  request: SearchRequest,
): PathAttempts {
  const isByIcc = work.gathering === 'index alone'
  const passing = sumOf(estimate.stretches, 'matching') / Math.max(text.sims, 1)
  const joining = text.joinsWhole ? (text.sims + text.holding) * HASH_ROW_COST : text.holding * LOOKUP_COST
  const search = text.cost + (!isByIcc || passing < 1 ? joining : 0)
  const { companies } = estimate
  if (companies === 'all')
    return walkOrSearch(estimate, work, text, { search, passing, isByIcc, descending: request.descending })
  const part = firstPart(text, request, work.rowsNeeded / passing)
  if (!part) return [{ path: 'search' }]
  const [first, second] = isByIcc ? [scanOf(part, text, passing)] : [searchOf(part, text), walkOf(part, work, passing)]
  const way = second && second.cost < first.cost ? second : first
  if (way.cost + companies * COMPANY_DESCENT_COST >= search) return [{ path: 'search' }]
  return [{ path: way.path, upTo: part.upTo }, { path: 'search' }]
}

interface Part {
  /** keys of its last SIM */
  readonly upTo: readonly string[]
  readonly rows: number
  /** rows until the page should be full, which is earlier */
  readonly expected: number
}

/** Sampled matches that stand for so many others, each for as many, and for some more: one list in two hundred has too few. */
const sampledFor = (matches: number): number => Math.ceil(matches + 3 * Math.sqrt(matches) + 1)

/** The first part of a list that should hold so many matches, as a sample of the SIMs says. */
function firstPart({ sims, sample }: TextSearch, request: SearchRequest, needed: number): Part | undefined {
  const { order, descending, after } = request
  const simsOfSampled = sims / Math.max(sample.size, 1)
  const ascending = sample.matchesIn(order)
  const matches = descending ? ascending.toReversed() : ascending
  const compare = compareKeys(keysOfOrder(order), descending ? 'DESC' : 'ASC')
  const behind = after ? matches.findIndex(({ keys }) => compare(keys, after) > 0) : 0
  const inPart = sampledFor(needed / simsOfSampled)
  const last = behind < 0 ? undefined : matches[behind + inPart - 1]
  const first = matches[behind]
  if (!first || !last) return undefined
  const start = matches[behind - 1]?.position ?? (descending ? sample.size : -1)
  const rowsTo = ({ position }: { position: number }) => Math.abs(position - start) * simsOfSampled
  const expected = rowsTo(first) + ((rowsTo(last) - rowsTo(first)) * needed) / simsOfSampled / inPart
  return { upTo: last.keys, rows: rowsTo(last), expected }
}

interface PricedPart {
  readonly path: 'search' | 'walk'
  readonly cost: number
}

/** The texts of a part of the ICC order. */
const scanOf = ({ rows }: Part, { text }: TextSearch, passing: number): PricedPart => ({
  path: 'search',
  cost: rows * (scanRowCost(text) + (passing < 1 ? 2 * HASH_ROW_COST : 0)),
})

/** All matches, those in the part put in order. */
const searchOf = ({ rows }: Part, { cost, holding }: TextSearch): PricedPart => ({
  path: 'search',
  cost: cost + (rows + holding) * HASH_ROW_COST,
})

/** The part in order, each SIM's text looked up until the page is full. */
const walkOf = ({ rows, expected }: Part, work: PageWork, passing: number): PricedPart => ({
  path: 'walk',
  cost:
    rows * (work.ownOrderIsBare ? TABLE_ROW_COST : HASH_ROW_COST) +
    expected * passing * (TEXT_LOOKUP_COST + (work.walkLooksUp ? LOOKUP_COST : 0)),
})

interface Search {
  /** its cost */
  readonly search: number
  /** share of the scope that passes the other filters */
  readonly passing: number
  readonly isByIcc: boolean
  readonly descending: boolean
}

/** In the whole fleet. The walk is abandoned when it has cost what finding all matches costs, or when the matches cluster. */
function walkOrSearch(
  estimate: PageEstimate,
  work: PageWork,
  text: TextSearch,
  { search, passing, isByIcc, descending }: Search,
): PathAttempts {
  const sims = Math.max(text.sims, 1)
  const held = text.holding / sims
  const holding = estimate.stretches.map((one) => ({ ...one, matching: one.matching * held }))
  const own = rowsWalked(isByIcc ? behindMargin(holding, marginOf(text, descending)) : holding, work.rowsNeeded)
  const rows = own * (estimate.inFleet / sims)
  const lookUps = own * passing * (TEXT_LOOKUP_COST + (work.walkLooksUp ? LOOKUP_COST : 0))
  const cost = rows + lookUps
  if (cost >= search) return [{ path: 'search' }]
  // a scope without SIMs costs nothing
  const costRatio = search / Math.max(cost, 1)
  const maxFactor = Math.min(costRatio, MAX_WALK_FACTOR)
  return [{ path: 'walk', atMost: Math.max(1, Math.ceil(rows * maxFactor)) }, { path: 'search' }]
}

/** Share of the scope in ICC order before the first sampled match. */
function marginOf({ sample: { size, matchesIn } }: TextSearch, descending: boolean): number {
  const first = matchesIn(SORT_ORDERS.icc).at(descending ? -1 : 0)
  if (!first) return 0
  return (descending ? size - 1 - first.position : first.position) / size
}

/** @param margin share of the scope before the first match */
function behindMargin(stretches: readonly Stretch[], margin: number): Stretch[] {
  const inScope = sumOf(stretches, 'inScope')
  const passed = { inScope: inScope * margin, matching: 0 }
  return [passed, { inScope: inScope - passed.inScope, matching: sumOf(stretches, 'matching') }]
}
