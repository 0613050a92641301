import type { TextSearch } from '#server/records/search-plan.ts'
import {
  LOOKUP_COST,
  MAX_ICC_WALK_FACTOR,
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
/** Cost per row of a hash join. */
const HASH_ROW_COST = 1.5

/**
 * A common text is soon found in any order, so a walk is the cheapest path to a page; it is abandoned when it has cost what finding
 * all matches costs. In ICCID order matches may cluster, as cards of an operator do: a sample gives the distance.
 */
export function chooseSearchPath(estimate: PageEstimate, work: PageWork, text: TextSearch, descending: boolean): PathAttempts {
  const sims = Math.max(text.sims, 1)
  const passing = sumOf(estimate.stretches, 'matching')
  const isJoined = work.gathering !== 'index alone' || passing < sims
  const joining = text.by === 'scan' ? (sims + text.holding) * HASH_ROW_COST : text.holding * LOOKUP_COST
  const search = text.cost + (isJoined ? joining : 0)
  const held = text.holding / sims
  const holding = estimate.stretches.map((one) => ({ ...one, matching: one.matching * held }))
  const isByIcc = work.gathering === 'index alone'
  const stretches = isByIcc ? behindMargin(holding, descending ? text.margins.behind : text.margins.before) : holding
  const own = rowsWalked(stretches, work.rowsNeeded)
  const isAlone = estimate.companies === 1
  const rows = isAlone ? own : own * (estimate.inFleet / sims)
  const lookUps = own * (passing / sims) * (TEXT_LOOKUP_COST + (work.walkLooksUp ? LOOKUP_COST : 0))
  const cost = rows * (isAlone && work.ownOrderIsBare ? TABLE_ROW_COST : 1) + lookUps
  if (cost >= search) return [{ path: 'search' }]
  // a scope without SIMs costs nothing
  const costRatio = search / Math.max(cost, 1)
  const maxFactor = work.gathering === 'index alone' ? Math.min(costRatio, MAX_ICC_WALK_FACTOR) : costRatio
  return [{ path: isAlone ? 'merge' : 'walk', atMost: Math.max(1, Math.ceil(rows * maxFactor)) }, { path: 'search' }]
}

/** @param margin share of the scope before the first match */
function behindMargin(stretches: readonly Stretch[], margin: number): Stretch[] {
  const inScope = sumOf(stretches, 'inScope')
  const passed = { inScope: inScope * margin, matching: 0 }
  return [passed, { inScope: inScope - passed.inScope, matching: sumOf(stretches, 'matching') }]
}
