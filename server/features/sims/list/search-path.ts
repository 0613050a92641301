import type { TextSearch } from '#server/records/search-plan.ts'
import {
  LOOK_UP,
  OF_TABLE,
  PATIENCE_WITH_CARDS,
  type PageEstimate,
  type PageWork,
  rowsWalked,
  type Stretch,
  totalOf,
  type Ways,
} from './page-path.ts'

/** What a text costs that is looked up for a SIM, in units of page-path.ts. */
const LOOK_UP_TEXT = 16
/** A row of either side that a hash puts together. */
const HASHED = 1.5

/**
 * A text that many hold is met soon in any order, so a walk is the cheapest way to a page; it is given up when it has cost what
 * finding all costs. In the order of the ICCIDs those that hold a text may lie together, as cards of an operator do: a sample tells
 * how far away.
 */
export function chooseSearchPath(estimate: PageEstimate, work: PageWork, text: TextSearch, descending: boolean): Ways {
  const sims = Math.max(text.sims, 1)
  const passing = totalOf(estimate.stretches, 'matching')
  const isJoined = work.gathering !== 'index alone' || passing < sims
  const joining = text.by === 'scan' ? (sims + text.holding) * HASHED : text.holding * LOOK_UP
  const search = text.cost + (isJoined ? joining : 0)
  const held = text.holding / sims
  const holding = estimate.stretches.map((one) => ({ ...one, matching: one.matching * held }))
  const isByIcc = work.gathering === 'index alone'
  const stretches = isByIcc ? behindMargin(holding, descending ? text.margins.behind : text.margins.before) : holding
  const own = rowsWalked(stretches, work.rowsNeeded)
  const isAlone = estimate.companies === 1
  const rows = isAlone ? own : own * (estimate.inFleet / sims)
  const lookUps = own * (passing / sims) * (LOOK_UP_TEXT + (work.walkLooksUp ? LOOK_UP : 0))
  const cost = rows * (isAlone && work.ownOrderIsBare ? OF_TABLE : 1) + lookUps
  if (cost >= search) return [{ path: 'search' }]
  const patience = work.gathering === 'index alone' ? Math.min(search / cost, PATIENCE_WITH_CARDS) : search / cost
  return [{ path: isAlone ? 'merge' : 'walk', atMost: Math.max(1, Math.ceil(rows * patience)) }, { path: 'search' }]
}

/** @param margin share of the scope that is passed before the first that matches */
function behindMargin(stretches: readonly Stretch[], margin: number): Stretch[] {
  const inScope = totalOf(stretches, 'inScope')
  const passed = { inScope: inScope * margin, matching: 0 }
  return [passed, { inScope: inScope - passed.inScope, matching: totalOf(stretches, 'matching') }]
}
