import { HASH_ROW_COST, LOOKUP_COST, scanRowCost, type TextSearch } from '#server/records/search-plan.ts'
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
const TEXT_LOOKUP_COST = 16
/** Cost of each company whose texts are read, before the first one. */
const COMPANY_DESCENT_COST = 25

type SearchRequest = Pick<KeyRequest, 'filter' | 'after' | 'descending'>

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
  if (isByIcc && estimate.companies !== 'all') {
    const part = partByIcc(estimate.companies, work, text, { ...request, passing })
    return part && part.cost < search ? [{ path: 'search', upTo: part.upTo }, { path: 'search' }] : [{ path: 'search' }]
  }
  return walkOrSearch(estimate, work, text, { search, passing, isByIcc, descending: request.descending })
}

interface Part {
  readonly upTo: string
  readonly cost: number
}

/** Sampled matches that have a number of matches between them, but for one list in fifty; each stands for as many. */
const sampledFor = (matches: number): number => Math.ceil(matches + 2 * Math.sqrt(matches) + 1)

/** The first part of a list in ICC order that should hold a whole page, as a sample of the texts says. */
function partByIcc(
  companies: number,
  { rowsNeeded }: PageWork,
  text: TextSearch,
  { descending, after, passing }: SearchRequest & { readonly passing: number },
): Part | undefined {
  const { size, matches } = text.sample
  if (size === 0 || passing === 0) return undefined
  const inOrder = descending ? matches.toReversed() : matches
  const cursor = after?.at(-1)
  const isBehind = (iccid: string) => cursor === undefined || (descending ? iccid < cursor : iccid > cursor)
  const behind = inOrder.filter(({ iccid }) => isBehind(iccid))
  const simsOfSampled = text.sims / size
  const last = behind[sampledFor(rowsNeeded / passing / simsOfSampled) - 1]
  if (!last) return undefined
  const start = inOrder[inOrder.length - behind.length - 1]?.position ?? (descending ? size : -1)
  const rows = Math.abs(last.position - start) * simsOfSampled
  const joined = passing < 1 ? 2 * HASH_ROW_COST : 0
  return { upTo: last.iccid, cost: companies * COMPANY_DESCENT_COST + rows * (scanRowCost(text.text) + joined) }
}

interface Search {
  /** its cost */
  readonly search: number
  /** share of the scope that passes the other filters */
  readonly passing: number
  readonly isByIcc: boolean
  readonly descending: boolean
}

/** The walk is abandoned when it has cost what finding all matches costs, or when the matches cluster. */
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
  const isAlone = estimate.companies === 1
  const rows = isAlone ? own : own * (estimate.inFleet / sims)
  const lookUps = own * passing * (TEXT_LOOKUP_COST + (work.walkLooksUp ? LOOKUP_COST : 0))
  const cost = rows * (isAlone && work.ownOrderIsBare ? TABLE_ROW_COST : 1) + lookUps
  if (cost >= search) return [{ path: 'search' }]
  // a scope without SIMs costs nothing
  const costRatio = search / Math.max(cost, 1)
  const maxFactor = Math.min(costRatio, MAX_WALK_FACTOR)
  return [{ path: isAlone ? 'merge' : 'walk', atMost: Math.max(1, Math.ceil(rows * maxFactor)) }, { path: 'search' }]
}

/** Share of the scope in ICC order before the first sampled match. */
function marginOf({ sample: { size, matches } }: TextSearch, descending: boolean): number {
  const first = matches.at(descending ? -1 : 0)
  if (!first) return 0
  return (descending ? size - 1 - first.position : first.position) / size
}

/** @param margin share of the scope before the first match */
function behindMargin(stretches: readonly Stretch[], margin: number): Stretch[] {
  const inScope = sumOf(stretches, 'inScope')
  const passed = { inScope: inScope * margin, matching: 0 }
  return [passed, { inScope: inScope - passed.inScope, matching: sumOf(stretches, 'matching') }]
}
